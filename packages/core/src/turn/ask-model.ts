import {
  type CacheMiss,
  type CallFormat,
  type EventOf,
  errorFacts,
  type Failure,
  OutageReason,
  type Prompt,
} from "@kestrel/protocol";
import { contextLedger, type SessionState } from "@kestrel/session-state";
import { Cancellation, untilCancelled } from "../cancel/cancellation.ts";
import {
  cacheShortfall,
  expectedReuse,
  firstDifference,
  lastDigests,
  namedMessage,
  type Shortfall,
} from "../context/cache-shortfall.ts";
import { render } from "../context/render.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import { modelChanged } from "../model-traits/model-traits.ts";
import type { ModelBackend, ReplyChunk } from "../ports/model-backend.ts";
import { type Reply, ReplyCollector } from "./collect-reply.ts";
import type { KeptReply, landCall, ParsedReply } from "./land-reply.ts";
import { replyRequest, thinkingTokens, type WantedReply } from "./reply-request.ts";
import { learnModel, replyKnowledge, type StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

/** The options of one reply, and facts about the model that answers. */
export type ModelRequest = WantedReply & Pick<EventOf<"request.sent">, "model" | "from" | "instance">;

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model until a reply is complete. Repeats a request that failed before its first word and may succeed. While the server is
 * away, it repeats for a minute; the text of the lost reply is removed. Each reply is requested, judged, parsed and logged.
 */
export async function askModel(
  parts: StepParts,
  firstStep: number,
  wanted: ModelRequest,
  land: (spoken: Reply) => Promise<ParsedReply>,
): Promise<ParsedReply> {
  const {
    cancel,
    agent: { host },
  } = parts;
  const outage = new Outage(parts);
  const since = host.now();
  let asking = wanted;
  for (let request = 1, outages = 0; ; request++) {
    const spoken = await sendRequest(parts, firstStep + request - 1, asking);
    const lost = cancel.aborted ? "none" : outage.after(spoken);
    if (lost === "wait") outages += 1;
    const sent = {
      requests: request - outages,
      elapsedMs: host.now() - since,
      callFormat: asking.callFormat,
    };
    const again = lost === "wait" || (lost === "none" && !cancel.aborted && worthAnother(spoken, sent));
    const landed = again ? takenBack(spoken, lost === "wait") : await land(spoken);
    await completeReply(parts, landed.reply, landed.kept);
    if (!again) return landed;
    const unparsed = spoken.failure?.code === "tool_parse";
    if (unparsed) asking = { ...asking, callFormat: asking.callFormat ?? "text" };
    if (lost !== "wait") {
      await host.wait(unparsed ? 0 : (pauses[request - 1] ?? 0), cancel);
      continue;
    }
    await outage.wait(spoken);
    // The server may have restarted or loaded another model meanwhile.
    const facts = await learnModel(parts.agent.backend, parts);
    const changed = parts.escalated ? undefined : modelChanged(parts.journal.state, facts);
    if (changed) return { ...landed, reply: { ...landed.reply, failure: changed } };
    if (facts) asking = { ...asking, model: facts.label, from: facts.from, instance: facts.instance };
  }
}

/** The history keeps no text of a reply that is requested again. */
function takenBack(reply: Reply, lost: boolean): ParsedReply {
  return { reply, calls: [], kept: { text: lost || reply.text !== "" ? "" : undefined } };
}

/** Logs how a reply ended, and its cache miss. */
async function completeReply(
  parts: Pick<TurnParts, "agent" | "journal" | "turnId" | "cancel">,
  { step, finish, text: spoken, usage, reasoningMs, failure, cut, afterCall, retold, opId }: Reply,
  { text, retried, report, finished }: KeptReply,
): Promise<void> {
  await parts.journal.append({
    type: "reply.completed",
    turnId: parts.turnId,
    step,
    finish,
    text: text ?? (cut || retold ? spoken : undefined),
    usage,
    reasoningMs,
    failure,
    cut: cut ?? (afterCall ? "after_call" : undefined),
    retried,
    ...(report !== undefined && { report }),
    ...(finished && { finished }),
    opId,
  });
  await noticeMiss(parts);
}

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** How long a server that names retry times is asked again. Milliseconds. */
const longestNamed = 60_000;

/** The requests so far, without those lost to an outage. */
type Sent = { requests: number; elapsedMs: number; callFormat?: CallFormat };

/** Whether a failed request may succeed when repeated. */
function worthAnother(
  { failure, text, reasoning, calls }: Reply,
  { requests, elapsedMs, callFormat }: Sent,
): boolean {
  if (!failure || requests === mostRequests) return false;
  const named = failure.params?.retry_after !== undefined;
  if (named && elapsedMs >= longestNamed) return false;
  if (failure.code === "tool_parse") return callFormat !== "text";
  // The backend classifies it more precisely when the server's own message tells.
  const retryable = failure.params?.retryable ?? errorFacts[failure.code].retryable;
  return retryable === true && text === "" && reasoning === "" && calls.length === 0;
}

/**
 * Why to wait for the server after a failed reply. Undefined if the server named a time, which was waited for, or is busy in the middle of
 * a reply.
 */
function reasonOf(failure: Failure | undefined): OutageReason | undefined {
  const { code, params: { status, retry_after } = {} } = failure ?? {};
  const isNamed = retry_after !== undefined || (code === "busy" && status === undefined);
  return isNamed ? undefined : OutageReason.safeParse(code).data;
}

/** Shortest total wait for a server that is away. Milliseconds. */
const longest = 60_000;
/** Most requests to a server that goes down at each of them. */
const mostLost = 7;
/** The first pause; each further one is twice as long, up to the longest; after each lost request four times. Milliseconds. */
const [firstPause, longestPause] = [250, 4_000];
/** Interval of the reports while waiting. Milliseconds. */
const tick = 1_000;

type OutageParts = Pick<TurnParts, "agent" | "cancel" | "live" | "turnId">;

/** The time without an answer: from the first lost reply to the next complete one. */
class Outage {
  readonly #parts: OutageParts;
  #since: number | undefined;
  #lost = 0;

  constructor(parts: OutageParts) {
    this.#parts = parts;
  }

  /** Whether that reply was lost to an outage, and whether waiting is still worthwhile. */
  after({ failure }: Reply): "none" | "wait" | "over" {
    if (reasonOf(failure) === undefined) return "none";
    const now = this.#parts.agent.host.now();
    this.#since ??= now;
    this.#lost += 1;
    return this.#lost < mostLost && now - this.#since < longest ? "wait" : "over";
  }

  /** Waits until the server answers a small request, the time limit is reached, or the turn is stopped. */
  async wait({ step, failure }: Reply): Promise<void> {
    const { agent, cancel, live, turnId } = this.#parts;
    const since = this.#since ?? agent.host.now();
    const outage = reasonOf(failure);
    const { detail } = failure?.params ?? {};
    const said = typeof detail === "string" ? detail : undefined;
    const elapsed = () => agent.host.now() - since;
    const over = new Cancellation(cancel);
    const telling = (async () => {
      // The text of the lost reply is removed.
      live.begin(turnId, step);
      for (let told = -1; !over.aborted && elapsed() > told; ) {
        told = elapsed();
        live.progress({ phase: "outage", outage, said, elapsedMs: told });
        await agent.host.wait(tick, over);
      }
    })();
    for (let pause = firstPause * 4 ** (this.#lost - 1); ; pause *= 2) {
      await agent.host.wait(Math.min(pause, longestPause), cancel);
      if (cancel.aborted || (await this.#answers()) || elapsed() >= longest) break;
    }
    over.cancel();
    over.release();
    await telling;
  }

  /** Starts our own engine if needed, and waits while it loads. */
  async #answers(): Promise<boolean> {
    const { agent, cancel } = this.#parts;
    try {
      return (await untilCancelled(agent.backend.facts(), cancel)) !== undefined;
    } catch (error) {
      // A refusal shows that it is up: the next reply handles it.
      return !(error instanceof KestrelError && reasonOf(error) !== undefined);
    }
  }
}

/** Sends one request and reports its reply live and to the log; the caller judges and logs its end. */
async function sendRequest(parts: StepParts, step: number, asking: ModelRequest): Promise<Reply> {
  const { journal, live, images, agent, turnId, traits } = parts;
  const { model, from, instance, callFormat, sample, ending, begins, answers } = asking;
  const prompt = await images.prompt(journal.state);
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value, byName)).slice(0, 16);
  const { sent } = journal.state;
  const known = journal.state.model;
  const isNew = from && (known?.from === undefined || known.label !== model);
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
    ...(isNew && { from }),
    callFormat,
    ...(sample !== undefined && { cause: "repeat" }),
    ...(ending && { cause: "ending" }),
    ...(begins !== undefined && { cause: answers ? "answer" : "whole_file" }),
  });
  live.begin(turnId, step);
  parts.early?.forget();
  const reasoningTokens = thinkingTokens(journal.state, agent.limits);
  let land: typeof landCall | undefined;
  const collector = new ReplyCollector(parts, step, {
    reasoningTokens,
    silent: callFormat === "schema",
    repeatsItself: traits.repeatsItself,
    thinks: parts.facts?.capabilities.reasoning,
    written: (index, call) => land && parts.early?.written(index, land(call, journal.state.prefix)),
  });
  const guidance = asking.answerSchema ? [] : (traits.guidance ?? []);
  const request = replyRequest(journal.state, asking, agent.limits, traits);
  for await (const chunk of begunWith(begins, agent.backend.reply(prompt, request, collector.cancel))) {
    // Call parsing is not needed for the first request: it is loaded while the server processes that.
    land ??= (await import("./land-reply.ts")).landCall;
    if (guidance.includes("form") && !collector.inventedAt)
      collector.inventedAt = (await import("@kestrel/tool-calls")).inventedResult;
    if (guidance.includes("stop_after_call") && !collector.callsEnd)
      collector.callsEnd = (await import("./land-reply.ts")).callsEndOf(
        journal.state.prefix,
        replyKnowledge(parts),
      );
    await collector.take(chunk);
  }
  const reply = await collector.finished();
  // A failed reply's calls are not run.
  if (reply.failure || reply.cut || reply.finish === "cancelled") parts.early?.forget();
  return reply;
}

/** A reply with the text that it was begun with. Some servers repeat that text, others go on behind it. */
async function* begunWith(
  begins: string | undefined,
  chunks: AsyncIterable<ReplyChunk>,
): AsyncIterable<ReplyChunk> {
  if (begins === undefined) return yield* chunks;
  let [held, isTold] = ["", false];
  for await (const chunk of chunks) {
    if (chunk.kind === "text" && !isTold) {
      held += chunk.delta;
      if (begins.startsWith(held)) continue;
      isTold = true;
      yield { ...chunk, delta: held.startsWith(begins) ? held : begins + held };
      continue;
    }
    // Up to here it only repeated the beginning.
    if (chunk.kind === "done" && !isTold) yield { kind: "text", delta: begins };
    yield chunk;
  }
}

/** The digest covers a picture's name and not its bytes. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}

type Cause = Pick<CacheMiss, "reason" | "message"> & Pick<EventOf<"cache.missed">, "instance">;

/** Tokens of the template's cue for the reply, at most; they are in no history. */
const longestCue = 8;

/**
 * Logs how many tokens of the newest request were missing in the server's cache, with the reason. Queries the server only after a miss:
 * that takes milliseconds after seconds of processing.
 */
async function noticeMiss({
  agent,
  journal,
  turnId,
  cancel,
}: Pick<TurnParts, "agent" | "journal" | "turnId" | "cancel">): Promise<void> {
  const shortfall = cacheShortfall(journal.state);
  if (!shortfall || shortfall.newest.turnId !== turnId) return;
  const { newest, expected, cached } = shortfall;
  const asked = causeOf(agent.backend, journal.state, shortfall).catch(
    passOver(agent.host, "looking for the cause of a cache miss"),
  );
  const cause: Cause = (await untilCancelled(asked, cancel)) ?? { reason: "unknown" };
  await journal.append({ type: "cache.missed", turnId, step: newest.step, expected, cached, ...cause });
}

async function causeOf(
  backend: ModelBackend,
  state: SessionState,
  { before, newest, cached, reason }: Shortfall,
): Promise<Cause> {
  const { messages, tools } = render(state);
  if (reason === "compaction" || reason === "history_edited" || reason === "prompt_adapted")
    return { reason, message: namedMessage(messages, newest.differsAt ?? firstBehind(before, messages)) };
  if (reason) return { reason };
  const { instance } = await backend.facts();
  if (instance !== undefined && before.instance !== undefined && instance !== before.instance)
    return { reason: "server_restarted", instance };
  const rendered = async (count: number) =>
    backend.renderPrompt?.({ messages: messages.slice(0, count), tools });
  const [then, now] = await Promise.all([rendered(before.messages), rendered(newest.messages)]);
  if (then === undefined || now === undefined) return { reason: "unknown" };
  if (!now.startsWith(then)) {
    const at = messageAt(messages.slice(0, before.messages), then, differenceOf(then, now));
    return { reason: "template_rerendered", message: namedMessage(messages, at) };
  }
  if (cached >= (before.usage?.prompt ?? 0) - longestCue)
    return { reason: "reply_rewritten", message: namedMessage(messages, before.messages) };
  return { reason: cached < untilFirstWords(state) ? "slot_taken" : "unknown" };
}

/** The message at which a request diverges from one that was removed. */
function firstBehind({ messages: at }: Shortfall["before"], messages: Prompt["messages"]): number {
  // The reply before them was never sent in the remaining history, but was generated there.
  return messages[at]?.role === "assistant" ? at + 1 : at;
}

function differenceOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The message that contains this position of the rendered text, located by its texts and calls. */
function messageAt(messages: Prompt["messages"], text: string, place: number): number {
  let from = 0;
  for (const [index, message] of messages.entries()) {
    const [call] = message.role === "assistant" ? (message.calls ?? []) : [];
    const words = message.content.trim() || (call?.name ?? "");
    const at = words === "" ? -1 : text.indexOf(words, from);
    if (at === -1) continue;
    from = at + words.length;
    if (place < from) return index;
  }
  return messages.length - 1;
}

/** Where our other conversations begin to differ: the fixed prompt and the machine's facts are shared. */
function untilFirstWords(state: SessionState): number {
  let tokens = 0;
  for (const block of contextLedger(state).blocks) {
    tokens += block.tokens;
    if (block.kind === "user") break;
  }
  return tokens;
}
