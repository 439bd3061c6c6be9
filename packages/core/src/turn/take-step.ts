import { type CallFormat, errorFacts, type Failure, OutageReason } from "@kestrel/protocol";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { Cancellation, untilCancelled } from "../cancel/cancellation.ts";
import { verificationOf } from "../completion/verification.ts";
import { KestrelError } from "../errors.ts";
import { repeatsCall, repeatsChange } from "../loop-detection/repeats-call.ts";
import { type TurnSoFar, turnSoFar } from "../loop-detection/turn-so-far.ts";
import { modelChanged } from "../model-traits/model-traits.ts";
import { knownFiles } from "../whole-files/known-files.ts";
import { askModel, type ModelRequest } from "./ask-model.ts";
import type { KeptReply, ParsedReply } from "./land-reply.ts";
import { noticeMiss } from "./notice-miss.ts";
import type { Reply } from "./reply.ts";
import { learnModel, replyKnowledge, type StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

/** One step: the reply as logged, and its calls. */
export type Step = { reply: Reply; calls: readonly LandedToolCall[] };

/**
 * Sends one request and parses the reply. A call that cannot be run is requested once more if the server supports schemas: with the same
 * prompt, so that the cache is kept, and no bad call stays in the history. If the server's own parser failed on a call, calls are requested
 * as plain text for the rest of the turn. A turn whose answer has a schema requests that at once.
 */
export async function takeStep(parts: StepParts, firstStep: number): Promise<Step> {
  const { journal, cancel, facts } = parts;
  const { prefix } = journal.state;
  const turn = turnSoFar(journal.state);
  const asking: ModelRequest = {
    model: facts?.label,
    // A larger model that takes over is not the session's own.
    from: parts.escalated ? undefined : facts?.from,
    instance: facts?.instance,
    callFormat: parserFailed(turn) ? "text" : undefined,
  };
  const known = replyKnowledge(parts);
  const able = facts?.capabilities.answerSchema === true && !schemaFailed(turn);
  const mayBegin = facts?.capabilities.begunReply === true && parts.traits.guidance?.includes("whole_files");
  const answer = journal.state.openTurn?.answerSchema;
  if (answer && able) {
    const held = await requestReply(
      parts,
      firstStep,
      { ...asking, answerSchema: answer },
      async (spoken) => ({ reply: spoken, calls: [], kept: {} }),
    );
    // A schema that its server cannot compile costs one request.
    if (!held.reply.failure || cancel.aborted) return { reply: held.reply, calls: [] };
    firstStep = held.reply.step + 1;
  }
  const { reply, calls, form, begins } = await sampled(parts, firstStep, asking, async (spoken, repeats) => {
    const { landReply, withEndForm } = await import("./land-reply.ts");
    const landed = withReport(
      parts,
      await withWholeFiles(parts, landReply(spoken, prefix, able && !cancel.aborted, known)),
    );
    const file = mayBegin && !cancel.aborted && (await fileMeant(parts, landed.calls));
    if (file) return { ...landed, kept: { ...landed.kept, text: "" }, begins: file };
    if (!able || cancel.aborted || !parts.traits.guidance?.includes("form")) return landed;
    return withEndForm(landed, journal.state, repeats(landed));
  });
  if (begins !== undefined) return writeWhole(parts, { reply, calls }, { ...asking, begins });
  if (!form) return { reply, calls };
  const { answerSchema, text, ending } = form;
  const byForm: ModelRequest = { ...asking, callFormat: "schema", answerSchema, ...(ending && { ending }) };
  const again = await requestReply(parts, reply.step + 1, byForm, async (spoken) => {
    const { landEndForm, landForm } = await import("./land-reply.ts");
    const filled = ending ? landEndForm(spoken, text, prefix) : landForm(spoken, { calls, text }, prefix);
    const isOver = parts.traits.guidance?.includes("repeats") && saysItAgain(turn.calls, filled.calls);
    return isOver ? finishedBy(filled) : filled;
  });
  // An unsupported schema costs one request; the error is then answered the usual way.
  return { reply: { ...again.reply, failure: undefined }, calls: again.calls };
}

/** Most repeated samples of a reply that only repeats a call; after that a form or loop detection applies. */
const mostSamples = 2;

/**
 * Requests a reply. One that only repeats a call of this turn is discarded, and the same prompt is sent with a higher temperature: a
 * reminder not to repeat itself makes a small model answer nothing. A change that is made again is the end.
 */
async function sampled(
  parts: StepParts,
  firstStep: number,
  asking: ModelRequest,
  /** `repeats`: whether it is the last sample and still makes that call. */
  land: (spoken: Reply, repeats: (landed: ParsedReply) => boolean) => Promise<ParsedReply>,
): Promise<ParsedReply> {
  const { journal, traits, cancel } = parts;
  const most = traits.guidance?.includes("repeats") ? mostSamples : 0;
  const before = turnSoFar(journal.state).calls;
  for (let step = firstStep, sample = 0; ; sample++) {
    const wanted = sample === 0 ? asking : { ...asking, sample };
    const landed = await requestReply(parts, step, wanted, async (spoken) => {
      const isLast = most > 0 && sample === most;
      const reply = await land(spoken, ({ calls }) => isLast && repeatsCall(before, calls));
      if (most > 0 && saysItAgain(before, reply.calls)) return finishedBy(reply);
      if (sample === most || cancel.aborted || !repeatsCall(before, reply.calls)) return reply;
      return { reply: reply.reply, calls: [], kept: { text: "" }, repeated: true };
    });
    if (!landed.repeated) return landed;
    step = landed.reply.step + 1;
  }
}

/** A change that is made again, where no check has failed: the model has nothing to add. */
function saysItAgain(before: TurnSoFar["calls"], calls: readonly LandedToolCall[]): boolean {
  return repeatsChange(before, calls) && verificationOf(before).kind !== "failed";
}

/** That reply as the end of its turn. */
const finishedBy = ({ reply }: ParsedReply): ParsedReply => ({
  reply,
  calls: [],
  kept: { text: "", finished: { done: true, why: "" } },
});

/** For a model that writes whole files: turns the files in its text into calls. Calls of its own come first. */
async function withWholeFiles({ journal, traits }: StepParts, landed: ParsedReply): Promise<ParsedReply> {
  const { reply, calls } = landed;
  const ended = reply.finish === "stop" || reply.finish === "length";
  if (!traits.guidance?.includes("whole_files")) return landed;
  const { wholeFileCalls, withoutName } = await import("../whole-files/whole-file-calls.ts");
  if (calls.length > 0) return { ...landed, calls: calls.map(withoutName) };
  if (!ended) return landed;
  const found = wholeFileCalls(landed.kept.text ?? reply.text, knownFiles(journal.state));
  return found ? { ...landed, calls: found.calls, kept: { ...landed.kept, text: found.text } } : landed;
}

/**
 * Requests the file of a reply's call as text, from its beginning. A file as it is or a piece of it is sampled again; after that, or where
 * the server refuses a begun reply, the call is run as it was made.
 */
async function writeWhole(parts: StepParts, { reply, calls }: Step, asking: ModelRequest): Promise<Step> {
  let step = reply.step + 1;
  for (let sample = 0; ; sample++) {
    const last = sample === mostSamples;
    const { reply: written, ...landed } = await requestReply(
      parts,
      step,
      sample === 0 ? asking : { ...asking, sample },
      async (spoken) => {
        if (spoken.finish === "cancelled") return { reply: spoken, calls: [], kept: {} };
        const whole = await withWholeFiles(parts, { reply: spoken, calls: [], kept: {} });
        if (whole.calls.some(({ rejected }) => rejected === undefined)) return whole;
        const isOver = last || spoken.failure !== undefined;
        return {
          reply: spoken,
          calls: isOver ? calls : [],
          kept: { text: "" },
          ...(!isOver && { repeated: true }),
        };
      },
    );
    if (!landed.repeated) return { reply: { ...written, failure: undefined }, calls: landed.calls };
    step = written.step + 1;
  }
}

/** The beginning of a reply that writes the file of these calls as text; undefined when they should run as they are. */
async function fileMeant(
  { journal }: StepParts,
  calls: readonly LandedToolCall[],
): Promise<string | undefined> {
  const { beginningOf, fileToWrite } = await import("../whole-files/whole-file-calls.ts");
  const path = fileToWrite(calls, journal.state);
  return path === undefined ? undefined : beginningOf(path, journal.state);
}

/** Reports a fault of Kestrel's in reading a reply. The text is kept as it was, and the person is told. */
function withReport({ agent, journal, turnId }: StepParts, landed: ParsedReply): ParsedReply {
  if (landed.fault === undefined) return landed;
  const { sessionId } = journal.state;
  const ids = { sessionId, turnId, step: landed.reply.step };
  const report = agent.host.report("reading a reply", landed.fault, ids);
  return { ...landed, kept: { ...landed.kept, report } };
}

function parserFailed({ replies }: TurnSoFar): boolean {
  return replies.some(({ failure }) => failure?.code === "tool_parse");
}

/** Whether the model failed to fill in a schema in this turn. It gets no other one then. */
function schemaFailed({ replies, calls }: TurnSoFar): boolean {
  const asked = replies.filter(({ callFormat, finished }) => callFormat === "schema" && !finished).length;
  return asked > calls.filter(({ recovered }) => recovered === "schema").length;
}

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model until a reply is complete. Repeats a request that failed before its first word and may succeed. While the server is
 * away, it repeats for a minute; the text of the lost reply is removed. Each reply is requested, judged, parsed and logged.
 */
async function requestReply(
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
    const spoken = await askModel(parts, firstStep + request - 1, asking);
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
