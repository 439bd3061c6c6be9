import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Jobs, type Moment, newestSlot } from "@kestrel/core";
import {
  callsTool,
  fakeTool,
  ScriptedBackend,
  type ScriptedReply,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { JobId } from "@kestrel/protocol";
import { Schedule } from "@kestrel/protocol/loop";
import { expect, it, onTestFinished, vi } from "vitest";
import { type ApplicationParts, ScheduleRuns } from "../../packages/daemon/src/index.ts";
import { givenApplication } from "../../packages/daemon/test/given-application.ts";
import { readSchedules, scheduleSlots } from "../../packages/store/src/log/schedule-slots.ts";

const minute = 60_000;

/** The clock on a wall, so many minutes after midnight of the first day; `shift`: by how much the hour was changed. */
const wall = (minutes: number, shift = 0): Moment => {
  const shown = minutes + shift;
  const day = Math.floor(shown / 1440);
  const named = (number: number) => `2026-03-${String(10 + number).padStart(2, "0")}`;
  return {
    ms: minutes * minute,
    date: named(day),
    yesterday: named(day - 1),
    tomorrow: named(day + 1),
    minute: shown % 1440,
  };
};

type Given = {
  script?: readonly ScriptedReply[];
  agent?: Partial<ApplicationParts["agent"]>;
  longest?: number;
};

async function given(entries: string, { script, agent: parts, longest }: Given = {}) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-schedules-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "config.toml");
  await writeFile(file, entries.replaceAll("HERE", folder));
  const reply = [{ kind: "text", delta: "All is well." } as const, { kind: "done", finish: "stop" } as const];
  const backend = new ScriptedBackend(script ?? Array.from({ length: 8 }, () => reply));
  const agent = { backend, tools: [], host: stillHost(), limits: { maxSteps: 4 }, ...parts };
  const { application } = await givenApplication({ agent });
  const clock = { now: wall(0), busy: false };
  const told: string[] = [];
  const wrong: string[] = [];
  const daemon = () =>
    new ScheduleRuns({
      list: () => readSchedules(file, (name) => wrong.push(name)),
      now: () => clock.now,
      claim: scheduleSlots(join(folder, "slots")),
      busy: () => clock.busy,
      tell: (name, session, isCut) => told.push(`${name} ${session}${isCut ? " cut" : ""}`),
      ...(longest && { longest }),
    });
  const { sessions } = application;
  const at = async (runs: ScheduleRuns, minutes: number, shift = 0) => {
    clock.now = wall(minutes, shift);
    await runs.tick(sessions);
    return told.length;
  };
  return { daemon, at, clock, told, wrong, sessions };
}

const morning =
  '[[schedules]]\nname = "morning"\nfolder = "HERE"\nprompt = "What is new here?"\nat = "07:30"\n';

it("a message is sent at its time, in plan mode, and its answer waits in a session", async () => {
  const { daemon, at, told, sessions } = await given(morning);
  const runs = daemon();
  expect(await at(runs, 400)).toBe(0);
  expect(runs.waiting()).toBe(true);
  expect(await at(runs, 449)).toBe(0);
  expect(await at(runs, 450)).toBe(1);
  expect(await at(runs, 451)).toBe(1);
  const [listed] = await sessions.list();
  expect(told).toEqual([`morning ${listed?.id}`]);
  expect(listed).toMatchObject({ title: "morning · 2026-03-10", turns: 1 });
  const { session } = await sessions.get(listed?.id ?? ("" as never));
  expect(session.state().mode).toBe("plan");
  expect(await at(runs, 1440 + 450)).toBe(2);
});

it("a slot is had once at most: by two daemons, after a restart, over a changed hour and a clock set back", async () => {
  const { daemon, at, told, sessions, clock } = await given(morning);
  const [one, other] = [daemon(), daemon()];
  await at(one, 300);
  await at(other, 300);
  clock.now = wall(450);
  await Promise.all([one.tick(sessions), other.tick(sessions)]);
  expect(told).toHaveLength(1);
  expect(await at(daemon(), 470)).toBe(1);
  // The hour is set back: half past seven is there a second time.
  expect(await at(one, 510, -60)).toBe(1);
  expect(await at(one, 1440 + 510, -60)).toBe(2);
  expect(await at(one, 1440 + 300, -60)).toBe(2);
});

it("a slot that was slept through is done once within six hours, and let go after that", async () => {
  const { daemon, at } = await given(morning);
  const runs = daemon();
  await at(runs, 300);
  expect(await at(runs, 450 + 300)).toBe(1);
  expect(await at(runs, 3 * 1440 + 450 + 361)).toBe(1);
  expect(await at(runs, 4 * 1440 + 450 + 359)).toBe(2);
});

it("nothing begins while the person works, before ten idle minutes, or for the time before it was written", async () => {
  const { daemon, at, clock } = await given(morning);
  const late = daemon();
  // First seen at eight: half past seven was before it.
  expect(await at(late, 480)).toBe(0);
  expect(await at(late, 495)).toBe(0);
  clock.busy = true;
  expect(await at(late, 1440 + 450)).toBe(0);
  clock.busy = false;
  expect(await at(late, 1440 + 459)).toBe(0);
  expect(await at(late, 1440 + 460)).toBe(1);
});

it("every so many minutes is a fixed grid, and of missed ones the newest is done", async () => {
  const every = Schedule.parse({ name: "tidy", folder: "/x", prompt: "Tidy.", every: 60 });
  expect(newestSlot(every, wall(61)).slot).toBe(newestSlot(every, wall(119)).slot);
  const { daemon, at } = await given(morning.replace('at = "07:30"', "every = 60"));
  const runs = daemon();
  expect(await at(runs, 20)).toBe(0);
  expect(await at(runs, 61)).toBe(1);
  expect(await at(runs, 119)).toBe(1);
  expect(await at(runs, 60 * 9 + 5)).toBe(2);
});

it("an entry that is none is named and left out", async () => {
  const { daemon, at, wrong } = await given(
    `${morning}[[schedules]]\nname = "both"\nfolder = "HERE"\nprompt = "x"\nat = "07:30"\nevery = 60\n[[schedules]]\nname = "late"\nfolder = "HERE"\nprompt = "x"\nat = "25:00"\n`,
  );
  const runs = daemon();
  await at(runs, 300);
  expect(new Set(wrong)).toEqual(new Set(["both", "late"]));
  expect(await at(runs, 450)).toBe(1);
});

it("a turn that hangs is stopped, the notice says so, and the next slot is had", async () => {
  const { daemon, at, told } = await given(morning, {
    script: [[new Promise(() => undefined)], [says("All is well.")]],
    longest: 50,
  });
  const runs = daemon();
  await at(runs, 300);
  expect(await at(runs, 450)).toBe(1);
  expect(told[0]).toMatch(/ cut$/);
  expect(await at(runs, 1440 + 450)).toBe(2);
  expect(told[1]).not.toMatch(/cut$/);
});

it("a question that is asked anew on other ground is denied as well", async () => {
  let looks = 0;
  const touch = fakeTool({ name: "touch", risk: "edit", run: () => ({ outcome: "ok", content: "done" }) });
  const binding = async () => ({ risk: "edit" as const, reasons: [], binding: { look: `${++looks}` } });
  const { daemon, at, sessions } = await given(`${morning}mode = "ask"\n`, {
    script: [[callsTool("touch", { n: 1 }), callsTool("touch", { n: 2 })], [says("Done without.")]],
    agent: { tools: [{ ...touch, assess: binding }] },
  });
  const runs = daemon();
  await at(runs, 300);
  expect(await at(runs, 450)).toBe(1);
  const [listed] = await sessions.list();
  const { session } = await sessions.get(listed?.id ?? ("" as never));
  const calls = [...session.state().timeline].flatMap((entry) => (entry.kind === "tool" ? [entry] : []));
  expect(calls.map(({ status }) => status)).toEqual(["denied", "denied"]);
});

it("what a person does while one runs begins the ten idle minutes anew", async () => {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const second = morning.replace("morning", "second").replace("07:30", "07:31");
  const { daemon, at, clock, told, sessions } = await given(morning + second, {
    script: [[gate, says("One.")], [says("Two.")]],
  });
  const runs = daemon();
  await at(runs, 300);
  clock.now = wall(451);
  const first = runs.tick(sessions);
  await vi.waitFor(async () => expect(await sessions.list()).toMatchObject([{ turns: 1 }]));
  clock.busy = true;
  await at(runs, 452);
  clock.busy = false;
  goOn();
  await first;
  expect(told).toHaveLength(1);
  expect(await at(runs, 461)).toBe(1);
  expect(await at(runs, 462)).toBe(2);
});

it.each(['at = "07:30"', "every = 60"])(
  "a clock that was ahead for once (%s) keeps nothing waiting",
  async (when) => {
    const { daemon, at, clock } = await given(morning.replace('at = "07:30"', when));
    const runs = daemon();
    await at(runs, 300);
    expect(await at(runs, 9 * 1440 + 450)).toBe(1);
    clock.busy = true;
    await at(runs, 9 * 1440 + 460);
    clock.busy = false;
    expect(await at(runs, 1440 + 440)).toBe(1);
    expect(await at(runs, 1440 + 451)).toBe(2);
  },
);

it("what a turn began in the background ends with it", async () => {
  const stopped: JobId[] = [];
  const jobs: Jobs = {
    watch: () => () => {},
    announced: () => {},
    read: () => undefined,
    stop: async (_, job) => stopped.push(job) > 0,
    endAll: async () => {},
  };
  const begin = fakeTool({
    ...{ name: "begin", risk: "read" },
    run: () => ({
      outcome: "ok",
      content: "begun",
      startedJob: { job: JobId.parse("j1"), command: "sleep" },
    }),
  });
  const { daemon, at } = await given(morning, {
    script: [[callsTool("begin", {})], [says("Begun.")]],
    agent: { tools: [begin], jobs },
  });
  const runs = daemon();
  await at(runs, 300);
  expect(await at(runs, 450)).toBe(1);
  expect(stopped).toEqual(["j1"]);
});
