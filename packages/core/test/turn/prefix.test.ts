import { callsTool, fails, fakeTool, givenSession, says, thinks } from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The bytes of rule 1: canonical messages and tools, without the generation suffix. */
const canonical = ({ messages, tools }: Prompt) => ({
  tools: JSON.stringify(tools),
  messages: messages.map((one) => JSON.stringify(one)),
});

const isPrefix = (before: Prompt, after: Prompt) => {
  const [left, right] = [canonical(before), canonical(after)];
  return (
    left.tools === right.tools && left.messages.every((message, index) => message === right.messages[index])
  );
};

const words = fc.string({ unit: "binary", maxLength: 40 });
const reply = fc.oneof(
  words.map((text) => [says(text)]),
  fc.tuple(words, words).map(([thought, text]) => [thinks(thought), says(`${text} \n`)]),
  words.map((text) => [says(text), callsTool("read", { path: "a" })]),
  fc.constant([
    callsTool("read", { path: "a" }),
    callsTool("read", { path: "b" }),
    callsTool("write", { path: "c" }),
  ]),
  fc.constant([callsTool("write", { path: "a", content: "x" })]),
  fc.constant([callsTool("write", '{"path": ')]),
  fc.constant([callsTool("fly", {})]),
  fc.constant([fails("unreachable")]),
  words.map((text) => [says(text), fails("engine_died")]),
  fc.constant([]),
  words.map((text) => [thinks(text)]),
  fc.constant([says("I "), fails("tool_parse")]),
  fc.constant([says("Half of"), { kind: "done", finish: "length" } as const]),
  fc.constant([callsTool("write", '{"path": "a'), { kind: "done", finish: "length" } as const]),
  fc.constant([says(`Well. ${"and so on, ".repeat(200)}`), says("never heard")]),
  fc.constant([says('<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>')]),
  fc.constant([says('{"name": "write", "arguments": {"path": "b"}}')]),
  fc.constant([says("Now I'll run the tests.")]),
);
const answer = fc.constantFrom("approve", "deny", "cancel", "for-session" as const);
const happening = fc.record({
  text: fc.string({ minLength: 1, maxLength: 60 }),
  answers: fc.array(answer),
  mode: fc.constantFrom("ask", "plan" as const),
  steer: fc.boolean(),
});

describe("the prefix", () => {
  it("never moves: the prompt of request n is a prefix of that of request n + 1, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 14 }),
        fc.array(happening, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (replies, happenings, answerSchema) => {
          const endless = Array.from({ length: 60 }, () => [says("Done.")]);
          const session = await givenSession({
            replies: [...replies, ...endless],
            maxSteps: 6,
            answerSchema,
            tools: [
              fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one\ntwo" }) }),
              fakeTool({
                name: "write",
                risk: "edit",
                run: () => ({ outcome: "error", content: "no space" }),
              }),
            ],
          });
          for (const { text, answers, mode, steer } of happenings) {
            const pending = [...answers];
            const unwatch = session.session.watch((news) => {
              if (news.kind !== "event") return;
              const { body } = news.event;
              if (body.type === "tool.started" && steer)
                void session.does({ type: "send-message", text: "wait" }).catch(() => undefined);
              if (body.type !== "approval.requested") return;
              const { callId, digest } = body;
              const choice = pending.shift() ?? "approve";
              if (choice === "cancel") void session.does({ type: "cancel" }).catch(() => undefined);
              else if (choice === "deny")
                void session.does({ type: "deny", callId, digest, reason: "no" }).catch(() => undefined);
              else
                void session
                  .does({ type: "approve", callId, digest, scope: choice === "approve" ? "once" : "session" })
                  .catch(() => undefined);
            });
            await session.does({ type: "set-mode", mode });
            await session.says(text);
            unwatch();
          }
          const { prompts } = session.backend;
          for (let index = 1; index < prompts.length; index++) {
            const [before, after] = [prompts[index - 1], prompts[index]];
            if (before && after) expect(isPrefix(before, after), `request ${index + 1}`).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  it("answers every call directly after it, and roles alternate as strict templates ask", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 10 }), async (replies) => {
        const session = await givenSession({
          replies: [...replies, ...Array.from({ length: 40 }, () => [says("Done.")])],
          maxSteps: 5,
          tools: [fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "x" }) })],
        });
        for (const text of ["one", "two", "three"]) await session.says(text);
        for (const { messages } of session.backend.prompts) {
          expect(messages[0]?.role).toBe("system");
          let owed: string[] = [];
          let last = "system";
          for (const message of messages.slice(1)) {
            if (message.role === "tool") expect(owed.shift()).toBe(message.callId);
            else {
              expect(owed).toEqual([]);
              expect(message.role).not.toBe("system");
              if (message.role === "user") expect(["system", "assistant"]).toContain(last);
            }
            if (message.role === "assistant") owed = (message.calls ?? []).map(({ id }) => id);
            last = message.role;
          }
          expect(owed).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("moves when the window fills, once per fold, and every further fold frees a fifth of the window", async () => {
    const long = "line of text\n".repeat(150);
    let reads = 0;
    const session = await givenSession({
      replies: [...Array.from({ length: 14 }, () => [callsTool("read", { path: "a" })]), [says("Done.")]],
      tools: [
        fakeTool({
          name: "read",
          risk: "read",
          run: () => ({ outcome: "ok", content: `${long}${++reads}` }),
        }),
      ],
      window: 4_096,
    });
    await session.says("read it all");
    const compacted = session.bodies("context.compacted");
    expect(compacted.length).toBeGreaterThan(0);
    for (const { before, after } of compacted) expect(before - after).toBeGreaterThan(4_096 / 5);
    const breaks = session.backend.prompts.filter((prompt, index, all) => {
      const before = all[index - 1];
      return before !== undefined && !isPrefix(before, prompt);
    });
    expect(breaks).toHaveLength(compacted.length);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("ends the turn with the arithmetic when nothing is left to fold, and sends no request that cannot fit", async () => {
    const session = await givenSession({ replies: [], window: 4_096 });
    await session.says("word ".repeat(4_000));
    expect(session.backend.prompts).toHaveLength(0);
    const [end] = session.bodies("turn.ended");
    expect(end).toMatchObject({
      reason: "context_full",
      arithmetic: { window: 4_096, reserve: 614, folded: 0 },
    });
    expect(end?.arithmetic?.needed).toBeGreaterThan(4_096 - 614);
  });
});
