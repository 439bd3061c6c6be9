import { type CallFormat, type EventOf, errorFacts } from "@kestrel/protocol";
import { replyLimit } from "../context/context-ledger.ts";
import { expectedReuse } from "../context/spoken-verbatim.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";
import type { Reply } from "./reply.ts";
import { ReplyCollector } from "./reply-collector.ts";
import type { TurnParts } from "./turn-parts.ts";

/** How one reply is asked for, beyond the prompt. */
export type Asking = Pick<ReplyRequest, "answerSchema"> &
  Pick<EventOf<"request.sent">, "model"> & { callFormat?: CallFormat };

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model once, again when the request failed before its first word and may succeed. Where the server's own
 * parser failed on a call, calls are asked for as plain text for the rest of the turn.
 */
export async function requestReply(parts: TurnParts, firstStep: number, asking: Asking): Promise<Reply> {
  for (let request = 1; ; request++) {
    const asText = parserFailed(parts) && asking.callFormat === undefined;
    const reply = await oneReply(
      parts,
      firstStep + request - 1,
      asText ? { ...asking, callFormat: "text" } : asking,
    );
    if (!worthAnother(reply, request, asText) || parts.cancel.aborted) return reply;
    await complete(parts, reply, { text: reply.text === "" ? undefined : "" });
    const pause = reply.failure?.code === "tool_parse" ? 0 : (pauses[request - 1] ?? 0);
    await parts.agent.host.wait(pause, parts.cancel);
  }
}

function worthAnother({ failure, text, reasoning, calls }: Reply, request: number, asText: boolean): boolean {
  if (!failure || request === mostRequests) return false;
  if (failure.code === "tool_parse") return !asText;
  // The backend knows better where the server's own words say so.
  const retryable = failure.params?.retryable ?? errorFacts[failure.code].retryable;
  return retryable === true && text === "" && reasoning === "" && calls.length === 0;
}

function parserFailed({ journal }: TurnParts): boolean {
  return turnSoFar(journal.state).replies.some(({ failure }) => failure?.code === "tool_parse");
}

/** Logs how a reply ended. `text` replaces the spoken words where the history is to hold others. */
export async function complete(
  parts: TurnParts,
  reply: Reply,
  { text, retried }: Pick<EventOf<"reply.completed">, "text" | "retried">,
): Promise<void> {
  const { step, finish, usage, reasoningMs, failure, cut, opId } = reply;
  await parts.journal.append({
    type: "reply.completed",
    turnId: parts.turnId,
    step,
    finish,
    text: text ?? (cut || reply.retold ? reply.text : undefined),
    usage,
    reasoningMs,
    failure,
    cut,
    retried,
    opId,
  });
}

/** The thinking of one reply may take so many tokens when nobody says otherwise. */
const usualReasoningTokens = 8_192;

/** What is digested names a picture's bytes and does not hold them. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}

async function oneReply(parts: TurnParts, step: number, asking: Asking): Promise<Reply> {
  const { journal, live, images, agent, turnId } = parts;
  const { model, callFormat, answerSchema } = asking;
  const prompt = await images.prompt(journal.state);
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value, byName)).slice(0, 16);
  await journal.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added: prompt.messages.slice(journal.state.sent.messages).map(shortDigest),
    tools: shortDigest(prompt.tools),
    expectedReuse: expectedReuse(journal.state),
    model,
    callFormat,
  });
  live.begin(turnId, step);
  const maxTokens = replyLimit(journal.state, prompt);
  const budget = agent.limits.reasoningTokens ?? usualReasoningTokens;
  const reasoningTokens = maxTokens === undefined ? budget : Math.min(budget, Math.floor(maxTokens * 0.75));
  const toolChoice = callFormat === undefined ? "auto" : "none";
  const collector = new ReplyCollector(parts, step, { reasoningTokens, silent: callFormat === "schema" });
  // Before a form is filled in there is nothing left to think about.
  const thinking = callFormat === "schema" ? 0 : reasoningTokens;
  const { sampling } = journal.state;
  const request: ReplyRequest = { toolChoice, sampling, maxTokens, reasoningTokens: thinking, answerSchema };
  for await (const chunk of agent.backend.reply(prompt, request, collector.cancel))
    await collector.take(chunk);
  return collector.finished();
}
