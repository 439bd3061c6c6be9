import type { ReplyChunk } from "@kestrel/core";
import {
  callsTool,
  fakeTool,
  givenSession,
  type MemoryEventLog,
  memoryEventLog,
  says,
} from "@kestrel/core/testing";
import type { EventBody } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { templateFamilies } from "./template-families.ts";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });
const problemIn = templateFamilies.Mistral ?? (() => "no family");

/** As vLLM says it with Mistral's tokenizer. */
const refused: ReplyChunk = {
  kind: "failed",
  failure: { code: "template", params: { status: 400, retryable: false } },
  detail: "Tool call id was c1 but must be a-z, A-Z, 0-9, with a length of 9.",
};

/** Names calls as versions before did. */
function logFromBefore(): MemoryEventLog {
  const log = memoryEventLog();
  const named = (bodies: readonly EventBody[]): EventBody[] =>
    JSON.parse(JSON.stringify(bodies).replaceAll(/"c0+([1-9][0-9]*)"/g, '"c$1"'));
  return { ...log, append: (bodies) => log.append(named(bodies)) };
}

/** A session in which the user's words joined a turn behind a tool's answer, as a version before wrote it. */
async function sessionFromBefore(): Promise<MemoryEventLog> {
  const log = logFromBefore();
  let joins: (() => Promise<unknown>) | undefined;
  const slow = fakeTool({
    name: "read",
    risk: "read",
    run: async () => {
      await joins?.();
      return { outcome: "ok", content: "one" };
    },
  });
  const session = await givenSession({
    replies: [[callsTool("read", { path: "a" })], [says("It says one.")]],
    tools: [slow],
    log,
  });
  joins = () => session.does({ type: "send-message", text: "and b?" });
  await session.says("read a");
  return log.reopened();
}

it("sends a history from before as it was sent, and goes on in it with names of today", async () => {
  const log = await sessionFromBefore();
  const session = await givenSession({
    replies: [[callsTool("read", { path: "c" })], [says("Fine.")]],
    tools: [read],
    log,
  });
  await session.says("and c?");
  const roles = session.backend.prompts[0]?.messages.map(({ role }) => role);
  expect(roles).toEqual(["system", "user", "assistant", "tool", "user", "assistant", "user"]);
  const names = session.backend.prompts[1]?.messages.flatMap((one) =>
    one.role === "tool" ? [one.callId] : [],
  );
  expect(names).toEqual(["c1", "c00000002"]);
});

it("writes it anew once where the template refuses it, and names the break", async () => {
  const log = await sessionFromBefore();
  const cached = (prompt: number): ReplyChunk => ({
    kind: "done",
    finish: "stop",
    usage: { prompt, cached: 20, generated: 5 },
  });
  const session = await givenSession({
    replies: [[refused], [says("Fine."), cached(900)], [says("Good."), cached(950)]],
    tools: [read],
    log,
  });
  await session.says("and c?");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(session.bodies("prompt.adapted")).toHaveLength(1);
  expect(problemIn(session.backend.prompts[0]?.messages ?? [])).toBeDefined();
  expect(problemIn(session.backend.prompts[1]?.messages ?? [])).toBeUndefined();
  expect(session.bodies("cache.missed")).toMatchObject([
    { reason: "prompt_adapted", message: { index: 2, role: "assistant", words: "read" } },
  ]);

  const again = await givenSession({ replies: [[says("Still.")]], tools: [read], log: log.reopened() });
  await again.says("and d?");
  const [before, after] = [session.backend.prompts.at(-1), again.backend.prompts[0]];
  expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
});

it("does not write it anew twice, and not where that changes nothing", async () => {
  const stubborn = await givenSession({
    replies: [[refused], [refused]],
    tools: [read],
    log: await sessionFromBefore(),
  });
  await stubborn.says("and c?");
  expect(stubborn.bodies("prompt.adapted")).toHaveLength(1);
  expect(stubborn.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "template" } }]);

  const ofToday = await givenSession({ replies: [[refused]], tools: [read] });
  await ofToday.says("hello");
  expect(ofToday.bodies("prompt.adapted")).toEqual([]);
});
