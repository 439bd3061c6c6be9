import {
  crewOf,
  fails,
  type GivenSession,
  givenSession,
  memoryEventLog,
  ScriptedBackend,
  type ScriptedReply,
  says,
} from "@kestrel/core/testing";
import { expect, it } from "vitest";

const asked = "Could you please have a look at why the harbour lights do not come on?";
const resting = async (session: GivenSession) => {
  while (session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
};

const told = (copilot: ScriptedBackend | undefined, over = {}) =>
  givenSession({
    replies: [[says("A fuse has blown.")], [says("Yes.")]],
    crew: crewOf({ copilot }),
    ...over,
  });

it("after the first answer the copilot names the session, once; nobody waits for it", async () => {
  const copilot = new ScriptedBackend([[says('"Harbour lights: blown fuse"\n')]]);
  const session = await told(copilot);
  await session.says(asked);
  await resting(session);
  expect(session.session.state().title).toBe("Harbour lights: blown fuse");
  expect(session.bodies("crew.job")).toMatchObject([
    { kind: "title", outcome: "done", used: true, savedMs: 0, turnId: "t1" },
  ]);
  expect(copilot.prompts[0]?.messages.at(-1)?.content).toContain(`> ${asked}\nThe answer:\n> A fuse`);
  await session.says("Sure?");
  await resting(session);
  expect(session.bodies("session.titled")).toHaveLength(1);
  expect(copilot.prompts).toHaveLength(1);
});

it.each<[string, ScriptedReply]>([
  ["nothing", []],
  ["a whole letter", [says("Dear user,\nI would call it Harbour.\nYours")]],
  ["a call", [says('{"name":"shell"}')]],
  ["a line without end", [says("harbour ".repeat(30))]],
  ["an error", [fails("unreachable")]],
])("where it says %s, the first line of the message stays", async (_, reply) => {
  const session = await told(new ScriptedBackend([reply]));
  await session.says(asked);
  await resting(session);
  expect(session.session.state().title).toBe(asked);
  expect(session.bodies("session.titled")).toEqual([]);
  expect(session.bodies("crew.job")).toMatchObject([{ kind: "title", used: false }]);
});

it("a name that a person gave meanwhile is never overwritten", async () => {
  let speak = () => {};
  const spoken = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const log = memoryEventLog();
  const session = await told(new ScriptedBackend([[spoken, says("Harbour lights")]]), { log });
  await session.says(asked);
  const named = await givenSession({ replies: [], log: memoryEventLog(log.stored()) });
  expect(named.session.state().title).toBe(asked);
  speak();
  await resting(session);
  expect(session.session.state().title).toBe("Harbour lights");

  const forked = memoryEventLog([
    ...log.stored().slice(0, 2),
    { ...log.stored()[2], seq: 3, body: { type: "session.titled", title: "Mine" } } as never,
  ]);
  const copilot = new ScriptedBackend([[says("Another")]]);
  const mine = await told(copilot, { log: forked });
  await mine.says(asked);
  await resting(mine);
  expect(mine.session.state().title).toBe("Mine");
  expect(copilot.prompts).toEqual([]);
});

it("a session that closes does not wait for a name", async () => {
  const session = await told(new ScriptedBackend([[new Promise(() => {})]]));
  await session.says(asked);
  await session.session.close();
  expect(session.bodies("crew.job")).toMatchObject([{ kind: "title", outcome: "stopped", used: false }]);
});

it("without a copilot not one byte of the log is another", async () => {
  const logs = [memoryEventLog(), memoryEventLog()];
  for (const [at, crew] of [undefined, crewOf({})].entries()) {
    const session = await told(undefined, { crew, log: logs[at] });
    await session.says(asked);
    await session.says("Sure?");
    await session.session.close();
  }
  const [without, empty] = logs.map((log) => JSON.stringify(log.stored().map(({ body }) => body)));
  expect(empty).toBe(without);
  expect(without).not.toContain("crew");
});
