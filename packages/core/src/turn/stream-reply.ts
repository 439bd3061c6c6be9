import { type EventOf, errorFacts } from "@kestrel/protocol";
import { replyLimit } from "../budget/context-ledger.ts";
import { expectedReuse } from "../budget/spoken-verbatim.ts";
import { turnSoFar } from "../guards/turn-so-far.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";
import { Listener } from "./listener.ts";
import type { Reply } from "./reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/** How one reply is asked for, beyond the prompt. */
export type Asking = Pick<ReplyRequest, "answerSchema"> & Pick<EventOf<"request.sent">, "model" | "manner">;

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model once, again when the request failed before its first word and may succeed. Where the server's own
 * parser failed on a call, calls are asked for as plain text for the rest of the turn.
 */
export async function streamReply(parts: TurnParts, firstStep: number, asking: Asking): Promise<Reply> {
  for (let request = 1; ; request++) {
    const asText = parserFailed(parts) && asking.manner === undefined;
    const reply = await oneReply(
      parts,
      firstStep + request - 1,
      asText ? { ...asking, manner: "text" } : asking,
    );
    if (!worthAnother(reply, request, asText) || parts.cancel.aborted) return reply;
    await complete(parts, reply, { text: reply.text === "" ? undefined : "" });
    const pause = reply.failure?.code === "tool_parse" ? 0 : (pauses[request - 1] ?? 0);
    await parts.host.wait(pause, parts.cancel);
  }
}

function worthAnother({ failure, text, reasoning, calls }: Reply, request: number, asText: boolean): boolean {
  if (!failure || request === mostRequests) return false;
  if (failure.code === "tool_parse") return !asText;
  // The backend knows better where the server's own words say so.
  const retryable = failure.params?.retryable ?? errorFacts[failure.code].retryable;
  return retryable === true && text === "" && reasoning === "" && calls.length === 0;
}

function parserFailed({ record }: TurnParts): boolean {
  return turnSoFar(record.state).replies.some(({ failure }) => failure?.code === "tool_parse");
}

/** Logs how a reply ended. `text` replaces the spoken words where the history is to hold others. */
export async function complete(
  parts: TurnParts,
  reply: Reply,
  { text, retried }: Pick<EventOf<"reply.completed">, "text" | "retried">,
): Promise<void> {
  const { step, finish, usage, reasoningMs, failure, cut } = reply;
  await parts.record.append({
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
  });
}

/** The thinking of one reply may take so many tokens when nobody says otherwise. */
const usualReasoningTokens = 8_192;

/** What is digested names a picture's bytes and does not hold them. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}

async function oneReply(parts: TurnParts, step: number, asking: Asking): Promise<Reply> {
  const { record, air, album, backend, host, turnId } = parts;
  const { model, manner, answerSchema } = asking;
  const prompt = await album.prompt(record.state);
  const shortDigest = (value: unknown) => host.digest(JSON.stringify(value, byName)).slice(0, 16);
  await record.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added: prompt.messages.slice(record.state.sent.messages).map(shortDigest),
    tools: shortDigest(prompt.tools),
    expectedReuse: expectedReuse(record.state),
    model,
    manner,
  });
  air.begin(turnId, step);
  const maxTokens = replyLimit(record.state, prompt);
  const budget = parts.limits.reasoningTokens ?? usualReasoningTokens;
  const reasoningTokens = maxTokens === undefined ? budget : Math.min(budget, Math.floor(maxTokens * 0.75));
  const toolChoice = manner === undefined ? "auto" : "none";
  const listener = new Listener(parts, step, { reasoningTokens, silent: manner === "schema" });
  // Before a form is filled in there is nothing left to think about.
  const thinking = manner === "schema" ? 0 : reasoningTokens;
  const request: ReplyRequest = { toolChoice, maxTokens, reasoningTokens: thinking, answerSchema };
  for await (const chunk of backend.reply(prompt, request, listener.cancel)) await listener.hear(chunk);
  return listener.finished();
}
