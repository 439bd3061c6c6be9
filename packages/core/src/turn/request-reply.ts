import { type EventOf, errorFacts } from "@kestrel/protocol";
import { firstDifference, lastDigests } from "../context/cache-shortfall.ts";
import { expectedReuse } from "../context/spoken-verbatim.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { landCall } from "./land-calls.ts";
import { noticeMiss } from "./notice-miss.ts";
import { Outage } from "./outage.ts";
import type { Reply } from "./reply.ts";
import { ReplyCollector } from "./reply-collector.ts";
import { replyRequest, thinkingTokens, type WantedReply } from "./reply-request.ts";
import type { TurnParts } from "./turn-parts.ts";

/** How one reply is asked for, and what is known of who answers. */
export type Asking = WantedReply &
  Pick<EventOf<"request.sent">, "model" | "instance"> & {
    /** The server answered when the turn began: should it go away now, it is waited for. */
    serverWasThere: boolean;
  };

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** A server that names times, each of them waited for, is asked again for so long. Milliseconds. */
const longestNamed = 60_000;

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model once, again when the request failed before its first word and may succeed, and for a minute when the
 * server goes away: then what was said is taken back and asked for anew. Where the server's own parser failed on a call,
 * calls are asked for as plain text for the rest of the turn.
 */
export async function requestReply(parts: TurnParts, firstStep: number, asking: Asking): Promise<Reply> {
  const outage = new Outage(parts);
  const { host } = parts.agent;
  const since = host.now();
  for (let request = 1, outages = 0; ; request++) {
    const asText = parserFailed(parts) && asking.callFormat === undefined;
    const reply = await oneReply(
      parts,
      firstStep + request - 1,
      asText ? { ...asking, callFormat: "text" } : asking,
    );
    if (parts.cancel.aborted) return reply;
    const lost = asking.serverWasThere ? outage.after(reply) : "none";
    if (lost === "over") return reply;
    if (lost === "wait") {
      outages += 1;
      await complete(parts, reply, { text: "" });
      await outage.wait(reply);
      continue;
    }
    const named = reply.failure?.params?.retry_after !== undefined;
    if (named && host.now() - since >= longestNamed) return reply;
    if (!worthAnother(reply, request - outages, asText)) return reply;
    await complete(parts, reply, { text: reply.text === "" ? undefined : "" });
    const pause = reply.failure?.code === "tool_parse" ? 0 : (pauses[request - 1] ?? 0);
    await host.wait(pause, parts.cancel);
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
  await noticeMiss(parts);
}

/** What is digested names a picture's bytes and does not hold them. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}

async function oneReply(parts: TurnParts, step: number, asking: Asking): Promise<Reply> {
  const { journal, live, images, agent, turnId } = parts;
  const { model, instance, callFormat } = asking;
  const prompt = await images.prompt(journal.state);
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value, byName)).slice(0, 16);
  const { sent } = journal.state;
  const added = prompt.messages.slice(sent.messages).map(shortDigest);
  await journal.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added,
    differsAt: sent.messages === 0 ? firstDifference(lastDigests(journal.state), added) : undefined,
    instance,
    tools: shortDigest(prompt.tools),
    expectedReuse: expectedReuse(journal.state),
    model,
    callFormat,
  });
  live.begin(turnId, step);
  parts.early?.forget();
  const reasoningTokens = thinkingTokens(journal.state, agent.limits);
  let land: typeof landCall | undefined;
  const collector = new ReplyCollector(parts, step, {
    reasoningTokens,
    silent: callFormat === "schema",
    written: (index, call) => land && parts.early?.written(index, land(call, journal.state.prefix)),
  });
  const request = replyRequest(journal.state, asking, agent.limits);
  for await (const chunk of agent.backend.reply(prompt, request, collector.cancel)) {
    // Landing is not on the way to the first request: it is loaded while the server works on that.
    land ??= (await import("./land-calls.ts")).landCall;
    await collector.take(chunk);
  }
  const reply = await collector.finished();
  // Of a reply that came to nothing no call is run.
  if (reply.failure || reply.cut || reply.finish === "cancelled") parts.early?.forget();
  return reply;
}
