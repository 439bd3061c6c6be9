import { forkLog, forkPoint, openSession } from "@kestrel/core";
import {
  fakeTool,
  givenSession,
  memoryEventLog,
  ScriptedBackend,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { type EventBody, type Prompt, SessionId, type TurnId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";

const origin = SessionId.parse("s00000001");
const copy = SessionId.parse("s00000002");
const tools = [fakeTool({ name: "look", risk: "read", run: () => ({ outcome: "ok", content: "seen" }) })];
const replies = ["One.", "Two.", "Three."].map((text) => [says(text)]);

/** A session of three turns. */
async function threeTurns() {
  const session = await givenSession({ replies, tools });
  for (const text of ["first", "second", "third"]) await session.says(text);
  return session;
}

/** Forks it before that turn, says something there, and answers the request that makes. */
async function sayInFork(
  session: Awaited<ReturnType<typeof threeTurns>>,
  turn: TurnId | undefined,
  text: string,
) {
  const state = session.session.state();
  const log = memoryEventLog();
  await forkLog({ id: origin, log: session.log, state }, forkPoint(state, turn), { id: copy, log });
  const backend = new ScriptedBackend([[says("Elsewhere.")]], {});
  const agent = { backend, tools, host: stillHost(), limits: { maxSteps: 4 } };
  const forked = await openSession({ log, agent });
  await forked.apply({ type: "send-message", text, opId: "op-fork" }, "t-fork");
  await forked.settled();
  const [prompt] = backend.prompts;
  if (!prompt) throw new Error("nothing was asked");
  return { prompt, state: forked.state() };
}

const bytes = ({ messages, tools: offered }: Prompt) => [
  JSON.stringify(offered),
  ...messages.map((one) => JSON.stringify(one)),
];

describe("a fork", () => {
  it("of the whole conversation asks with all of its bytes, and one message more", async () => {
    const session = await threeTurns();
    const { prompt, state } = await sayInFork(session, undefined, "fourth");
    const last = session.backend.prompts.at(-1);
    if (!last) throw new Error("nothing was asked");
    expect(bytes(prompt)).toEqual([
      ...bytes(last),
      JSON.stringify({ role: "assistant", content: "Three." }),
      JSON.stringify({ role: "user", content: "fourth" }),
    ]);
    expect(state.forkedFrom).toEqual({ sessionId: origin, before: session.session.state().lastSeq + 1 });
  });

  it("at a message shares every byte before it; the same words make the same request", async () => {
    const session = await threeTurns();
    const turn = [...session.session.state().timeline].filter((entry) => entry.kind === "user")[1]?.turnId;
    const second = session.backend.prompts[1];
    const before = await session.log.append([]);
    expect(before).toEqual([]);
    const [same, other] = [await sayInFork(session, turn, "second"), await sayInFork(session, turn, "other")];
    expect(bytes(same.prompt)).toEqual(second && bytes(second));
    expect(bytes(other.prompt).slice(0, -1)).toEqual(second && bytes(second).slice(0, -1));
    expect(session.backend.prompts).toHaveLength(3);
  });

  it("does not inherit what was allowed for the other session", async () => {
    const session = await threeTurns();
    const granted: EventBody = {
      type: "approval.resolved",
      turnId: "t1",
      callId: "c1",
      digest: "d",
      decision: "allowed",
      scope: "session",
      by: "user",
    };
    const state = { ...session.session.state(), grants: ["d"], rules: ["shell: npm test"] };
    await session.log.append([granted]);
    const log = memoryEventLog();
    await forkLog({ id: origin, log: session.log, state }, { before: state.lastSeq + 2 }, { id: copy, log });
    const events = [];
    for await (const { body } of log.read()) events.push(body);
    expect(events.slice(-2)).toEqual([
      { type: "grant.revoked", digest: "d" },
      { type: "grant.revoked", rule: "shell: npm test" },
    ]);
  });

  it("is titled after what it would be called, and not at all before its first message", async () => {
    const session = await threeTurns();
    const state = session.session.state();
    const titled = (title: string) => (title === "" ? "" : `${title} (2)`);
    for (const [turn, title] of [
      [undefined, "first (2)"],
      [[...state.timeline].find((entry) => entry.kind === "user")?.turnId, ""],
    ] as const) {
      const log = memoryEventLog();
      const point = forkPoint(state, turn);
      await forkLog({ id: origin, log: session.log, state }, point, { id: copy, log, titled });
      const agent = {
        backend: new ScriptedBackend([], {}),
        tools,
        host: stillHost(),
        limits: { maxSteps: 4 },
      };
      expect((await openSession({ log, agent })).state().title).toBe(title);
    }
  });

  it("at no message of the conversation is refused", async () => {
    const session = await threeTurns();
    expect(() => forkPoint(session.session.state(), "t-none")).toThrow(/no such message/);
  });
});
