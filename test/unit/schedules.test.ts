import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Moment, newestSlot } from "@kestrel/core";
import { ScriptedBackend, stillHost } from "@kestrel/core/testing";
import { Schedule } from "@kestrel/protocol/loop";
import { expect, it, onTestFinished } from "vitest";
import { ScheduleRuns } from "../../packages/daemon/src/index.ts";
import { givenApplication } from "../../packages/daemon/test/given-application.ts";
import { readSchedules, scheduleSlots } from "../../packages/store/src/log/schedule-slots.ts";

const minute = 60_000;

/** The clock on a wall, so many minutes after midnight of the first day; `shift`: by how much the hour was changed. */
const wall = (minutes: number, shift = 0): Moment => {
  const shown = minutes + shift;
  const day = Math.floor(shown / 1440);
  const named = (number: number) => `2026-03-${String(10 + number).padStart(2, "0")}`;
  return { ms: minutes * minute, date: named(day), yesterday: named(day - 1), minute: shown % 1440 };
};

async function given(entries: string, script = 8) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-schedules-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "config.toml");
  await writeFile(file, entries.replaceAll("HERE", folder));
  const reply = [{ kind: "text", delta: "All is well." } as const, { kind: "done", finish: "stop" } as const];
  const backend = new ScriptedBackend(Array.from({ length: script }, () => reply));
  const agent = { backend, tools: [], host: stillHost(), limits: { maxSteps: 4 } };
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
      tell: (name, session) => told.push(`${name} ${session}`),
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
