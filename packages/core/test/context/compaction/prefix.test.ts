import { render } from "@kestrel/core";
import {
  callsTool,
  fails,
  fakeTool,
  type GivenSession,
  givenSession,
  says,
  thinks,
} from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";
import fc from "fast-check";
import { expect, it } from "vitest";

const canonical = ({ messages, tools }: Prompt) => [
  JSON.stringify(tools),
  ...messages.map((one) => JSON.stringify(one)),
];
const extendsPrompt = (before: Prompt, after: Prompt) => {
  const [short, long] = [canonical(before), canonical(after)];
  return short.every((message, index) => message === long[index]);
};

const words = fc.string({ unit: "binary", maxLength: 60 });
const reply = fc.oneof(
  { weight: 5, arbitrary: fc.constant([callsTool("read", { path: "a" })]) },
  fc.constant([says("Both."), callsTool("read", { path: "a" }), callsTool("read", { path: "b" })]),
  fc.constant([callsTool("write", { path: "a", content: "x" })]),
  words.map((text) => [says(text)]),
  fc
    .tuple(words, words)
    .map(([thought, text]) => [thinks(thought), says(text), callsTool("read", { path: text })]),
  fc.constant([fails("context_overflow")]),
  fc.constant([fails("unreachable")]),
  fc.constant([]),
);
const good =
  "## Task\nkestrel reads the files a and b and says what they hold, in order.\n## Next steps\nGo on.";
const summary = fc.oneof(
  fc.constant([says(good)]),
  words.map((text) => [says(text)]),
  fc.constant([callsTool("read", { path: "a" })]),
  fc.constant([fails("engine_died")]),
  fc.constant([says("again and again, ".repeat(400))]),
);
const happening = fc.record({
  text: fc.oneof(fc.constant("kestrel, read a and b"), fc.string({ minLength: 1, maxLength: 400 })),
  does: fc.constantFrom("nothing", "steer", "compact", "cancel", "deny"),
  compactAfter: fc.boolean(),
});

/** Every request as it was sent, beside what the log says of it. */
function requestsOf(session: GivenSession): { prompt: Prompt; aside: boolean; compactions: number }[] {
  const [steps, asides] = [[...session.backend.prompts], [...session.backend.asides]];
  let compactions = 0;
  const requests: { prompt: Prompt; aside: boolean; compactions: number }[] = [];
  for (const { body } of session.events) {
    // What was refused and can never fit was never sent.
    if (body.type === "context.compacted" || (body.type === "turn.ended" && body.shortened)) compactions++;
    if (body.type !== "request.sent") continue;
    const aside = body.purpose !== undefined;
    const prompt = (aside ? asides : steps).shift();
    if (prompt) requests.push({ prompt, aside, compactions });
  }
  return requests;
}

it("moves by a compaction and by nothing else; the notes are asked for as an extension; roles alternate", async () => {
  let compacted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(reply, { minLength: 3, maxLength: 24 }),
      fc.array(summary, { maxLength: 6 }),
      fc.array(happening, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(3_000, 6_000, 12_000, 20_000),
      fc.boolean(),
      async (replies, summaries, happenings, window, compactsIdle) => {
        const session = await givenSession({
          replies: [...replies, ...Array.from({ length: 60 }, () => [says("Done.")])],
          summaries,
          maxSteps: 10,
          window,
          compactsIdle,
          tools: [
            fakeTool({
              name: "read",
              risk: "read",
              run: (_args, { outputLimit }) => ({
                outcome: "ok",
                content: `line ${"of text ".repeat(400)}`.slice(0, outputLimit),
              }),
            }),
            fakeTool({ name: "write", risk: "edit", run: () => ({ outcome: "error", content: "no space" }) }),
          ],
        });
        for (const { text, does, compactAfter } of happenings) {
          const unwatch = session.session.watch((news) => {
            if (news.kind !== "event") return;
            const { body } = news.event;
            const quietly = (op: Parameters<GivenSession["does"]>[0]) =>
              void session.does(op).catch(() => undefined);
            if (body.type === "tool.started" && does === "steer")
              quietly({ type: "send-message", text: "wait" });
            if (body.type === "tool.started" && does === "compact")
              quietly({ type: "compact", matters: "b" });
            if (body.type === "tool.finished" && does === "cancel") quietly({ type: "cancel" });
            if (body.type !== "approval.requested") return;
            const { callId, digest } = body;
            if (does === "deny") quietly({ type: "deny", callId, digest });
            else quietly({ type: "approve", callId, digest, scope: "once" });
          });
          await session.says(text);
          unwatch();
          if (compactAfter) await session.does({ type: "compact" }).catch(() => undefined);
        }
        await session.session.close();
        checkRequests(session);
        compacted += session.bodies("context.compacted").length;
      },
    ),
    { numRuns: 150 },
  );
  expect(compacted).toBeGreaterThan(30);
});

function checkRequests(session: GivenSession): void {
  const requests = requestsOf(session);
  for (const [index, { prompt, aside, compactions }] of requests.entries()) {
    // Words said to a running turn stand behind an output, or behind each other.
    if (!session.story().includes("steering.queued")) alternates(prompt);
    const before = requests.slice(0, index).findLast((one) => !one.aside);
    if (!before || before.compactions !== compactions) continue;
    if (!aside) expect(extendsPrompt(before.prompt, prompt), `request ${index + 1}`).toBe(true);
    else expect(extendsEither(before.prompt, read(prompt)), `request ${index + 1}`).toBe(true);
  }
  // The log alone tells what was sent.
  let state: SessionState = emptySession;
  const steps = [...session.backend.prompts];
  for (const event of session.log.stored()) {
    const { body } = event;
    if (body.type === "request.sent" && !body.purpose) expect(render(state)).toEqual(steps.shift());
    state = evolve(state, event);
  }
  expect(steps).toEqual([]);
}

/** Of a request for notes: what the model had read, and the reply it gave. */
function read(prompt: Prompt): Prompt {
  const last = prompt.messages.findLastIndex(({ role }) => role === "assistant");
  return { ...prompt, messages: prompt.messages.slice(0, last + 1) };
}

/** A request that failed may have brought more than what was answered last. */
function extendsEither(one: Prompt, other: Prompt): boolean {
  return extendsPrompt(one, other) || extendsPrompt(other, one);
}

function alternates({ messages }: Prompt): void {
  expect(messages[0]?.role).toBe("system");
  let owed: string[] = [];
  let last = "system";
  for (const message of messages.slice(1)) {
    if (message.role === "tool") expect(owed.shift()).toBe(message.callId);
    else {
      expect(owed).toEqual([]);
      if (message.role === "user") expect(["system", "assistant"]).toContain(last);
      if (message.role === "assistant") expect(["user", "tool"]).toContain(last);
    }
    if (message.role === "assistant") owed = (message.calls ?? []).map(({ id }) => id);
    last = message.role;
  }
}
