import { callsTool, fakeTool, givenSession, type ScriptedReply, says, thinks } from "@kestrel/core/testing";
import type { ModelTraits } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "text" }) });
const done: ScriptedReply = [says("The answer is 42.")];
const cutOff: ScriptedReply = [says("The answer is"), { kind: "done", finish: "length" }];

const story = async (
  replies: readonly ScriptedReply[],
  more: { reasoningTokens?: number; endsReasoning?: boolean; traits?: ModelTraits } = {},
) => {
  const session = await givenSession({ replies, tools: [read], ...more });
  await session.says("what is the answer?");
  const [end] = session.bodies("turn.ended");
  const causes = session.bodies("context.added").flatMap(({ cause }) => cause ?? []);
  return { session, reason: end?.reason, causes, requests: session.backend.prompts.length };
};

describe("a reply without a word", () => {
  it("is asked to go on, and the empty place is filled so that roles alternate", async () => {
    const { session, reason, causes } = await story([[], done]);
    expect(reason).toBe("done");
    expect(causes).toEqual(["empty_reply"]);
    expect(session.backend.prompts[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: "(No reply.)" },
      { role: "user" },
    ]);
  });

  it("is named after two reminders", async () => {
    expect(await story([[], [], []])).toMatchObject({ reason: "empty_reply", requests: 3 });
  });

  it("that held thoughts is asked once for the answer", async () => {
    const thought: ScriptedReply = [thinks("It must be 42.")];
    expect(await story([thought, done])).toMatchObject({ reason: "done", causes: ["reasoning_only"] });
    expect(await story([thought, thought])).toMatchObject({ reason: "empty_reply", requests: 2 });
  });

  it("is none when it calls a tool", async () => {
    const { causes, reason } = await story([[callsTool("read", { path: "a" })], done]);
    expect({ causes, reason }).toEqual({ causes: [], reason: "done" });
  });
});

describe("a reply that was cut off by its length", () => {
  it("is asked once to go on, then the turn ends by that name", async () => {
    expect(await story([cutOff, done])).toMatchObject({ reason: "done", causes: ["length"] });
    expect(await story([cutOff, cutOff])).toMatchObject({ reason: "length", requests: 2 });
  });

  it("is the end of a model that repeats itself, and so is one that ran in circles", async () => {
    const circles: ScriptedReply = [says("fu and so on. ".repeat(200))];
    expect(await story([cutOff, done], { traits: { repeatsItself: true } })).toMatchObject({
      reason: "length",
      requests: 1,
    });
    expect(await story([circles, done], { traits: { repeatsItself: true } })).toMatchObject({
      reason: "repetition",
      requests: 1,
    });
    expect(await story([circles, done])).toMatchObject({ reason: "done", causes: ["repetition"] });
  });

  it("is cut where its model's longest reply ends, and never later than there is room", async () => {
    const { session } = await story([done], { traits: { longestReply: 768 } });
    expect(session.backend.requests[0]?.maxTokens).toBe(768);
    const small = await givenSession({ replies: [done], window: 1_000, traits: { longestReply: 768 } });
    await small.says("what is the answer?");
    expect(small.backend.requests[0]?.maxTokens).toBeLessThan(768);
  });
});

describe("a promise without a call", () => {
  it.each([
    "I read the file. Now I'll run the tests.",
    "Let me check the file.",
    "Now I will look at app.ini.",
    "好的，我现在来修改这个文件。",
  ])("is reminded once: %s", async (promise) => {
    expect(await story([[says(promise)], done])).toMatchObject({ reason: "done", causes: ["promise"] });
    expect(await story([[says(promise)], [says(promise)]])).toMatchObject({ reason: "done", requests: 2 });
  });

  it.each([
    "Let me know if you want me to run the tests.",
    "I'll run the tests if you like.",
    "Shall I run the tests?",
    "I will not run the tests, because you said so.",
    "The plan:\n1. I'll read the file.\n2. I'll run the tests.",
    "I'll be here when you need me.",
    "The function is done; it will run the tests by itself.",
    "如果需要，我会运行测试。",
    "我已经修改了这个文件。",
  ])("is not seen in: %s", async (words) => {
    expect(await story([[says(words)]])).toMatchObject({ reason: "done", requests: 1 });
  });

  it("is what a plan consists of, where only a plan is wanted", async () => {
    const session = await givenSession({ replies: [[says("I'll edit the file.")]], tools: [read] });
    await session.does({ type: "set-mode", mode: "plan" });
    await session.says("plan it");
    expect(session.backend.prompts).toHaveLength(1);
  });
});

describe("a reply that repeats itself", () => {
  const pieces = (text: string, count: number) => Array.from({ length: count }, () => says(text));
  const endless: ScriptedReply = [says("I count. "), ...pieces("tick tock, tick tock. ", 400)];

  it("is cut while it is spoken, without its endless end, and reminded once", async () => {
    const { session, reason, causes } = await story([endless, done]);
    expect({ reason, causes }).toEqual({ reason: "done", causes: ["repetition"] });
    const [reply] = session.bodies("reply.completed");
    expect(reply).toMatchObject({ finish: "cut", cut: "repetition" });
    expect(reply?.text?.length).toBeLessThan(100);
    expect(session.backend.prompts[1]?.messages.at(-2)?.content).toBe(reply?.text);
  });

  it("ends the turn by that name when it does so again", async () => {
    expect(await story([endless, endless])).toMatchObject({ reason: "repetition", requests: 2 });
  });

  it("is cut in its thoughts too, which are not sent back", async () => {
    const thinking: ScriptedReply = Array.from({ length: 400 }, () => thinks("Wait, let me think again. "));
    const { session, reason } = await story([thinking, done]);
    expect(reason).toBe("done");
    expect(JSON.stringify(session.backend.prompts[1])).not.toContain("think again");
  });
});

describe("a call whose arguments repeat themselves", () => {
  /** As a server tells them while they are written: so many units so far, and the newest. */
  const writing = (unit: string, times: number): ScriptedReply => {
    const written = Array.from({ length: times }, (_, index) => unit.repeat(index + 1));
    const call = (text: string) => ({ tool: "read", written: text.length, tail: text.slice(-600) });
    return [
      ...written.map(
        (text) => ({ kind: "progress", progress: { phase: "tool", call: call(text) } }) as const,
      ),
      callsTool("read", { path: unit.repeat(times) }),
    ];
  };
  const folders = "a/bc/de/a/bc/de/a/bc/de/a/bc/de/a/bc/de/";

  it("is cut while it is written, is not run, and is reminded once", async () => {
    const { session, reason, causes } = await story([writing(folders, 400), done]);
    expect({ reason, causes }).toEqual({ reason: "done", causes: ["repetition"] });
    expect(session.bodies("reply.completed")[0]).toMatchObject({ finish: "cut", cut: "repetition" });
    expect(session.bodies("tool.requested")).toEqual([]);
  });

  it("is run where it ends in time: files hold what repeats", async () => {
    const { session, causes } = await story([writing(folders, 60), done]);
    expect(causes).toEqual([]);
    expect(session.bodies("tool.requested")).toHaveLength(1);
  });

  it("is the end, and soon, where a demonstration model speaks", async () => {
    const { session, reason, requests } = await story([writing("../", 160), done], {
      traits: { repeatsItself: true },
    });
    expect({ reason, requests }).toEqual({ reason: "repetition", requests: 1 });
    expect(session.bodies("tool.requested")).toEqual([]);
    const plain = await story([writing("../", 20), done], { traits: { repeatsItself: true } });
    expect(plain.session.bodies("tool.requested")).toHaveLength(1);
  });
});

describe("thinking beyond its budget", () => {
  const wandering: ScriptedReply = Array.from({ length: 400 }, (_, index) =>
    thinks(`Thought ${index} is new. `),
  );

  it("is cut, told to answer, and ends the turn by that name when it happens again", async () => {
    const first = await story([wandering, done], { reasoningTokens: 500 });
    expect(first).toMatchObject({ reason: "done", causes: ["reasoning_budget"] });
    expect(first.session.backend.requests[0]).toMatchObject({ reasoningTokens: 500 });
    const again = await story([wandering, wandering], { reasoningTokens: 500 });
    expect(again).toMatchObject({ reason: "reasoning_budget", requests: 2 });
  });

  it("is ended by the server where it can, and the reply goes on", async () => {
    const reply = [...wandering.slice(0, 150), says("So: 42.")];
    const { reason, causes } = await story([reply], { reasoningTokens: 500, endsReasoning: true });
    expect({ reason, causes }).toEqual({ reason: "done", causes: [] });
  });

  it("is told to answer too when it used up the whole reply", async () => {
    const all: ScriptedReply = [thinks("Hm, hm."), { kind: "done", finish: "length" }];
    expect(await story([all, done])).toMatchObject({ reason: "done", causes: ["reasoning_budget"] });
    expect(await story([all, all])).toMatchObject({ reason: "reasoning_budget", requests: 2 });
  });

  it("is ended when the user wants the answer now", async () => {
    const thinking: ScriptedReply = [thinks("Hm."), new Promise(() => undefined)];
    const session = await givenSession({ replies: [thinking, done], tools: [read] });
    const turn = session.says("what is the answer?");
    await expect.poll(() => session.session.live().reasoning).toBe("Hm.");
    await session.does({ type: "answer-now" });
    await turn;
    expect(session.bodies("reply.completed")[0]).toMatchObject({ cut: "reasoning_budget" });
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    await expect(session.does({ type: "answer-now" })).rejects.toMatchObject({ code: "no_open_turn" });
  });

  it("is left alone below it", async () => {
    expect(await story([[...wandering, ...done]])).toMatchObject({ reason: "done", requests: 1 });
  });
});
