import { callsTool, fails, fakeShell, fakeTool, givenSession, says, thinks } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const read = fakeTool({
  name: "read",
  risk: "read",
  run: () => ({ outcome: "ok", content: "const x = 1;" }),
});

describe("a turn", () => {
  it("reads, answers and ends, and every step is in the log", async () => {
    const session = await givenSession({
      replies: [[thinks("Look first."), callsTool("read", { path: "a.ts" })], [says("It is one line.")]],
      tools: [read],
    });
    await session.says("what is in a.ts?");
    expect(session.story()).toEqual([
      "turn.started",
      "request.sent",
      "reply.reasoning",
      "reply.completed",
      "tool.requested",
      "tool.started",
      "tool.finished",
      "request.sent",
      "reply.text",
      "reply.completed",
      "turn.ended",
    ]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("asks with the sampling of its session, also when its log is opened again", async () => {
    const sampling = { temperature: 0, seed: 7 };
    const first = await givenSession({ replies: [[says("Yes.")]], sampling });
    await first.says("ready?");
    const again = await givenSession({ replies: [[says("Still.")]], log: first.log });
    await again.says("and now?");
    expect([...first.backend.requests, ...again.backend.requests].map((asked) => asked.sampling)).toEqual([
      sampling,
      sampling,
    ]);
  });

  it("stops at the step limit", async () => {
    const again = () => [callsTool("read", { path: "a.ts" })];
    const session = await givenSession({ replies: [again(), again(), again()], tools: [read], maxSteps: 3 });
    await session.says("go on for ever");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "max_steps" }]);
    expect(session.backend.prompts).toHaveLength(3);
  });

  it("asks again when the server was away, and says so in the log", async () => {
    const session = await givenSession({ replies: [[fails("unreachable")], [says("Here I am.")]] });
    await session.says("hello");
    expect(session.bodies("reply.completed").map(({ finish }) => finish)).toEqual(["failed", "stop"]);
    expect(session.backend.prompts[1]).toEqual(session.backend.prompts[0]);
  });

  it("gives up after three requests", async () => {
    const session = await givenSession({ replies: [1, 2, 3].map(() => [fails("busy")]) });
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(3);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "busy" } }]);
  });

  it("does not ask again once words were spoken and the server is there", async () => {
    const session = await givenSession({ replies: [[says("Half a"), fails("timeout")]] });
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(1);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "timeout" } }]);
  });

  it("names an empty reply instead of calling it done", async () => {
    const session = await givenSession({ replies: [[], [], []] });
    await session.says("hello");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "empty_reply" }]);
    expect(session.backend.prompts).toHaveLength(3);
  });

  it("keeps a call that does not parse out of the history, and answers it", async () => {
    const runs: unknown[] = [];
    const session = await givenSession({
      replies: [[callsTool("shell", '{"command": nonsense')], [says("Sorry.")]],
      tools: [fakeShell(runs)],
    });
    await session.says("run it");
    expect(runs).toEqual([]);
    const [, , reply, answer] = session.backend.prompts[1]?.messages ?? [];
    expect(reply).toMatchObject({ role: "assistant", calls: [{ name: "shell", arguments: "{}" }] });
    expect(answer).toMatchObject({ role: "tool", callId: "c00000001" });
    expect(answer?.content).toMatch(/not run/);
  });

  it("answers a call of a tool that does not exist", async () => {
    const session = await givenSession({
      replies: [[callsTool("fly", {})], [says("I cannot fly.")]],
      tools: [read],
    });
    await session.says("fly");
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "rejected" }]);
  });

  it("delivers what the user says meanwhile after the call that is running", async () => {
    const session = await givenSession({
      replies: [[callsTool("read", { path: "a.ts" })], [says("In French: une ligne.")]],
      tools: [
        fakeTool({
          name: "read",
          risk: "read",
          run: async () => {
            await session.does({ type: "send-message", text: "answer in French" });
            return { outcome: "ok", content: "x" };
          },
        }),
      ],
    });
    await session.says("what is in a.ts?");
    expect(session.backend.prompts[1]?.messages.at(-1)).toEqual({
      role: "user",
      content: "answer in French",
    });
  });
});
