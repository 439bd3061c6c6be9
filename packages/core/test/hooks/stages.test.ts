import type { HookOccasion, StageHooks } from "@kestrel/core";
import { callsTool, fakeShell, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { HookAnswer, HookStage } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });
const looks = callsTool("read", { path: "a.txt" });

/** Hooks that answer as they are told to, and keep what they were asked. */
function given(answers: Partial<Record<HookStage, readonly Omit<HookAnswer, "hook">[]>>) {
  const asked: HookOccasion[] = [];
  const stages: StageHooks = {
    any: async (stage) => stage in answers,
    ask: async (occasion) => {
      asked.push(occasion);
      return (answers[occasion.stage] ?? []).map((answer) => ({ hook: "guard", ...answer }));
    },
  };
  return { asked, stages, asks: () => asked.map(({ stage }) => stage) };
}

describe("hooks at the stages of a session", () => {
  it("are told of each in its order, and change nothing by listening", async () => {
    const { stages, asks } = given({});
    const replies = () => [[looks], [says("Done.")]] as const;
    const heard = await givenSession({ replies: replies(), tools: [read], stages });
    await heard.says("Look.");
    expect(asks()).toEqual(["session_opened", "prompt_submitted", "before_call", "after_call", "turn_ended"]);
    const alone = await givenSession({ replies: replies(), tools: [read] });
    await alone.says("Look.");
    expect(heard.backend.prompts).toEqual(alone.backend.prompts);
  });

  it("deny a call with their reason: it is not run, and the model and the log are told by whom", async () => {
    const runs: unknown[] = [];
    const { stages } = given({ before_call: [{ said: "denied", text: "not on a Friday" }] });
    const session = await givenSession({
      replies: [[callsTool("shell", { command: "rm a" })], [says("All right.")]],
      tools: [fakeShell(runs)],
      stages,
    });
    await session.says("Go.");
    expect(runs).toEqual([]);
    expect(session.bodies("approval.requested")).toEqual([]);
    expect(session.bodies("tool.finished")).toMatchObject([
      {
        outcome: "denied",
        content: "Denied by the user's hook guard: not on a Friday",
        hooks: [{ hook: "guard", said: "denied", text: "not on a Friday" }],
      },
    ]);
    expect(JSON.stringify(session.backend.prompts[1])).toContain("not on a Friday");
  });

  it("have the person asked about a call that would run unasked", async () => {
    const { stages } = given({ before_call: [{ said: "asked", text: "" }] });
    const session = await givenSession({ replies: [[looks], [says("Done.")]], tools: [read], stages });
    const turn = session.says("Look.");
    const { callId, digest, trace } = await session.until("approval.requested");
    expect(trace?.at(-1)).toEqual({ step: "hook" });
    await session.does({ type: "deny", callId, digest });
    await turn;
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "denied" }]);
  });

  it("who want the person asked where nobody is there to be asked are heard as a denial with its reason", async () => {
    const { stages } = given({ before_call: [{ said: "asked", text: "" }] });
    const seen: string[] = [];
    const session = await givenSession({
      replies: [[looks], [says("Done.")]],
      tools: [read],
      stages,
      gate: (_call, decision) => {
        seen.push(decision.kind);
        return decision.kind === "ask" ? { kind: "deny", reason: "nobody is there" } : decision;
      },
    });
    const turn = session.says("Look.");
    await Promise.race([session.until("tool.finished"), session.until("approval.requested")]);
    expect(seen).toEqual(["ask"]);
    await turn;
    expect(session.bodies("approval.requested")).toEqual([]);
    expect(session.bodies("tool.finished")).toMatchObject([
      { outcome: "denied", content: "Denied by a rule of the user's: nobody is there" },
    ]);
  });

  it("put their notes at the tail: beside the first message, beside the next one, behind a result", async () => {
    const { stages } = given({
      session_opened: [{ said: "noted", text: "the tests take long" }],
      prompt_submitted: [{ said: "noted", text: "it is late" }],
      after_call: [{ said: "noted", text: "that file is generated" }],
    });
    const session = await givenSession({
      replies: [[looks], [looks], [says("Done.")], [says("Again.")]],
      tools: [read],
      stages,
    });
    await session.says("Look.");
    await session.says("And now?");
    const { prompts } = session.backend;
    const [first, second] = prompts;
    expect(JSON.stringify(first?.messages)).toMatch(/the tests take long.*it is late/);
    expect(second?.messages.at(-1)).toMatchObject({
      content: "one\n\n[Note of the user's hook guard: that file is generated]",
    });
    for (const [at, prompt] of prompts.slice(1).entries())
      expect(prompt.messages.slice(0, prompts[at]?.messages.length)).toEqual(prompts[at]?.messages);
    // A note that is said each time hides from nobody that calls go in circles.
    expect(new Set(session.bodies("tool.finished").map(({ resultDigest }) => resultDigest)).size).toBe(1);
  });

  it("deny words before they are taken: nothing is in the log, and the words are still the person's", async () => {
    const { stages } = given({ prompt_submitted: [{ said: "denied", text: "there is a key in it" }] });
    const session = await givenSession({ replies: [], stages });
    await expect(session.does({ type: "send-message", text: "sk-123" })).rejects.toMatchObject({
      code: "hook_denied",
      params: { name: "guard", detail: "there is a key in it" },
    });
    expect(session.story()).toEqual([]);
  });

  it("have a turn go on twice, and then let it end", async () => {
    const { stages, asked } = given({ turn_ended: [{ said: "held", text: "the tests are red" }] });
    const session = await givenSession({
      replies: [[says("Done.")], [says("Now it is.")], [says("Really.")]],
      stages,
    });
    await session.says("Mend it.");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    const reminders = session.bodies("context.added").filter(({ cause }) => cause === "hook");
    expect(reminders).toHaveLength(2);
    expect(reminders[0]?.text).toContain("guard: the tests are red");
    expect(asked.filter(({ stage }) => stage === "turn_ended")).toMatchObject([
      { held: 0 },
      { held: 1 },
      { held: 2 },
    ]);
  });

  it("are told of a turn that was stopped, when it is over", async () => {
    const { stages, asked } = given({});
    const session = await givenSession({ replies: [[new Promise(() => {})]], stages });
    const turn = session.says("Go.");
    await session.until("request.sent");
    await session.does({ type: "cancel" });
    await turn;
    expect(asked.at(-1)).toMatchObject({ stage: "turn_ended", reason: "cancelled" });
  });

  it("keep calls from running early where they are asked before each", async () => {
    const counts = { started: 0 };
    const earlyCalls = { started: () => void counts.started++, used: () => {} };
    const written = {
      kind: "call-written" as const,
      index: 0,
      name: "read",
      arguments: '{"path":"a.txt"}',
    };
    const { stages } = given({ before_call: [{ said: "denied", text: "no" }] });
    const replies = () => [[written, looks], [says("Done.")]] as const;
    await (await givenSession({ replies: replies(), tools: [read], stages, earlyCalls })).says("Look.");
    expect(counts.started).toBe(0);
    await (await givenSession({ replies: replies(), tools: [read], earlyCalls })).says("Look.");
    expect(counts.started).toBe(1);
  });
});
