import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { callsTool, fakeTool, memoryArchive, says } from "@kestrel/core/testing";
import type { DaemonRefusal } from "@kestrel/server/client";
import { expect, it } from "vitest";
import { type Given, type GivenDaemon, givenDaemon } from "../../packages/server/test/kit/given-daemon.ts";
import { builtInTools, jobTable } from "../../packages/tools/src/index.ts";
import { allowOnce, bodiesOf, followTestSession, type TestSession } from "../daemon/test-session.ts";
import { homeIn, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const broken = () => new TypeError("broken on purpose");

/** What `kestrel logs` of the built program says of an id, with the data folder of that daemon. */
async function logOf(folder: string, id: unknown): Promise<string> {
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  const { code, out, err } = await kestrel(homeIn(folder, folder, folder), ["logs", String(id)]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

/** A daemon in this process, whose log the built program reads; and a session in it. */
async function given(input: Given): Promise<{ daemon: GivenDaemon; session: TestSession }> {
  const daemon = await givenDaemon(input);
  return { daemon, session: followTestSession(daemon as never, await daemon.opensSession()) };
}

const thrownHere = /TypeError: broken on purpose\n +at .*diagnostics\.test\.ts/;

it("a TypeError in a tool is found by the id of its call", async () => {
  const tool = fakeTool({
    name: "read",
    risk: "read",
    run: () => {
      throw broken();
    },
  });
  const { daemon, session } = await given({
    tools: [tool],
    replies: [[callsTool("read", {})], [says("It failed.")]],
  });
  const events = await session.turn("go");
  const [{ report } = {}] = bodiesOf(events, "tool.finished");
  await daemon.log.written();
  const told = await logOf(daemon.folder, report);
  expect(told).toMatch(thrownHere);
  expect(told).toContain(`error  ${report}  tool read  session ${session.id}, turn `);
  expect(told).toMatch(/, step 1, call c1\n/);
});

it("a TypeError in a route is found by the id of its answer", async () => {
  const discover = async () => {
    throw broken();
  };
  const { daemon } = await given({ parts: { discover } });
  const refusal = await daemon.client.call("discovery").catch((error: DaemonRefusal) => error);
  await daemon.log.written();
  const told = await logOf(daemon.folder, (refusal as DaemonRefusal).params.report);
  expect(told).toMatch(thrownHere);
  expect(told).toContain("GET /api/v1/discovery");
});

it("a TypeError in the fold is found by the id that whoever opens the session is told", async () => {
  const archive = memoryArchive();
  const id = await (await givenDaemon({ archive })).opensSession();
  const open: typeof archive.open = async (wanted) => {
    const log = await archive.open(wanted);
    const corrupt = { type: "command.covered", turnId: "t1", callId: "c1" } as never;
    async function* read(after?: number) {
      for await (const event of log.read(after)) yield { ...event, body: corrupt };
    }
    return { ...log, read };
  };
  const daemon = await givenDaemon({ archive: { ...archive, open } });
  const refusal = await daemon.client
    .call("readLog", { params: { id } })
    .catch((error: DaemonRefusal) => error);
  await daemon.log.written();
  const told = await logOf(daemon.folder, (refusal as DaemonRefusal).params.report);
  expect(told).toMatch(/TypeError: .*\n +at .*evolve\.ts/);
  expect(told).toContain(`session ${id}\n`);
});

it("a TypeError in a job in the background is found by the id of its end", async () => {
  const jobs = jobTable();
  const run = async () => {
    throw broken();
  };
  const blobs = { put: async () => "", get: async () => undefined };
  const tools = builtInTools({
    ...{ commandRunner: { run }, blobs, jobs, spillFolder: "/nowhere", workerProgram: "" },
  });
  const { daemon, session } = await given({
    tools,
    replies: [[callsTool("job", { command: "make" })], [says("It failed.")]],
    parts: { agent: { jobs } },
  });
  await session.turn("go", allowOnce);
  const { body } = await session.until("job.ended");
  await daemon.log.written();
  const told = await logOf(daemon.folder, body.report);
  expect(told).toMatch(thrownHere);
  expect(told).toContain(`job  session ${session.id}, call c1\n`);
});

it("a TypeError in a hook is found by the id in its line, with the place in the user's own file", async () => {
  const home = await kestrelHome({});
  const plugins = join(home.dataFolder, "config", "plugins");
  await mkdir(plugins);
  await writeFile(
    join(plugins, "careful.mjs"),
    "export default {\n  before_call({ tool_input }) {\n    return tool_input.none.at(0);\n  },\n};\n",
  );
  const tried = await kestrel(home, ["hooks", "test", "careful"]);
  const id = /^Hook careful failed: .* \(`.* logs ([0-9a-f]{8})`\)$/m.exec(tried.out)?.[1];
  const told = await logOf(home.dataFolder, id);
  expect(told).toMatch(/plugin careful\.mjs .*\n +TypeError: .*\n +at .*careful\.mjs:3:/);
});

it("logs says what there is without a daemon, for people and for programs, and doctor has the last of it", async () => {
  const home = await kestrelHome({});
  const none = await kestrel(home, ["logs"]);
  expect(none).toMatchObject({ code: 0, out: "" });
  expect(none.err).toContain(join(home.dataFolder, "daemon.log"));
  expect((await kestrel(home, ["logs", "00000000"])).code).toBe(1);

  const plugins = join(home.dataFolder, "config", "plugins");
  await mkdir(plugins);
  await writeFile(join(plugins, "careful.mjs"), "export default { turn_ended() { null.at(0); } };");
  await kestrel(home, ["hooks", "test", "careful"]);
  const lines = (await kestrel(home, ["logs", "--json"])).out.trim().split("\n");
  expect(lines).toHaveLength(1);
  const entry = JSON.parse(lines[0] ?? "");
  expect(entry).toMatchObject({ level: "error", where: "plugin careful.mjs", sessionId: "trial" });
  expect((await kestrel(home, ["logs", "--session", "s0"])).out).toBe("");
  const doctor = await kestrel(home, ["doctor"]);
  expect(doctor.out).toMatch(/^warn Kestrel failed internally \(plugin careful\.mjs, /m);
  expect(doctor.out).toContain(`logs ${entry.id}`);
});
