import type { LandedToolCall } from "../calls/landed-call.ts";
import { verificationOf } from "../completion/verification.ts";
import { repeatsCall, repeatsChange } from "../loop-detection/repeats-call.ts";
import { type TurnSoFar, turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { Beginning } from "../whole-files/whole-file-calls.ts";
import { askModel, type ModelRequest } from "./ask-model.ts";
import type { Reply } from "./collect-reply.ts";
import type { ParsedReply } from "./land-reply.ts";
import { replyKnowledge, type StepParts } from "./step-parts.ts";

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
    const held = await askModel(parts, firstStep, { ...asking, answerSchema: answer }, async (spoken) => ({
      reply: spoken,
      calls: [],
      kept: {},
    }));
    // A schema that its server cannot compile costs one request.
    if (!held.reply.failure || cancel.aborted) return { reply: held.reply, calls: [] };
    firstStep = held.reply.step + 1;
  }
  const { reply, calls, form, begun } = await sampled(parts, firstStep, asking, async (spoken, repeats) => {
    const { landReply, withEndForm } = await import("./land-reply.ts");
    const landed = withReport(
      parts,
      await withWholeFiles(parts, landReply(spoken, prefix, able && !cancel.aborted, known)),
    );
    const begun = mayBegin && !cancel.aborted && (await beginning(parts, landed.calls));
    if (begun === "over") return finishedBy(landed);
    if (begun) return { ...landed, kept: { ...landed.kept, text: "" }, begun };
    if (!able || cancel.aborted || !parts.traits.guidance?.includes("form")) return landed;
    return withEndForm(landed, journal.state, repeats(landed));
  });
  if (begun) return replyBegun(parts, { reply, calls }, { ...asking, ...begun });
  if (!form) return { reply, calls };
  const { answerSchema, text, ending } = form;
  const byForm: ModelRequest = { ...asking, callFormat: "schema", answerSchema, ...(ending && { ending }) };
  const again = await askModel(parts, reply.step + 1, byForm, async (spoken) => {
    const { landEndForm, landForm } = await import("./land-reply.ts");
    const filled = ending ? landEndForm(spoken, text, prefix) : landForm(spoken, { calls, text }, prefix);
    const isOver = parts.traits.guidance?.includes("repeats") && saysItAgain(turn.calls, filled.calls);
    const instead = mayBegin && (await beginning(parts, filled.calls));
    if (isOver || instead === "over") return finishedBy(filled);
    return instead && instead.drops ? { ...filled, calls: [] } : filled;
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
    const landed = await askModel(parts, step, wanted, async (spoken) => {
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
  const { knownFiles, wholeFileCalls, withoutName } = await import("../whole-files/whole-file-calls.ts");
  if (calls.length > 0) return { ...landed, calls: calls.map(withoutName) };
  if (!ended) return landed;
  const found = wholeFileCalls(landed.kept.text ?? reply.text, knownFiles(journal.state));
  return found ? { ...landed, calls: found.calls, kept: { ...landed.kept, text: found.text } } : landed;
}

/**
 * Requests a reply with a beginning in place of a call: a file as text, or an answer. A file as it is or a piece of it is sampled again;
 * after that, or where the server refuses a begun reply, the call is run as it was made.
 */
async function replyBegun(
  parts: StepParts,
  { reply, calls }: Step,
  asking: ModelRequest & Beginning,
): Promise<Step> {
  let step = reply.step + 1;
  for (let sample = 0; ; sample++) {
    const last = sample === mostSamples;
    const { reply: written, ...landed } = await askModel(
      parts,
      step,
      sample === 0 ? asking : { ...asking, sample },
      async (spoken) => {
        if (spoken.finish === "cancelled") return { reply: spoken, calls: [], kept: {} };
        if (asking.answers && !spoken.failure && spoken.text.length > asking.begins.length) {
          const { landReply } = await import("./land-reply.ts");
          const said = landReply(spoken, parts.journal.state.prefix, false, replyKnowledge(parts));
          if (said.calls.length === 0) return said;
        }
        const whole = await withWholeFiles(parts, { reply: spoken, calls: [], kept: {} });
        if (whole.calls.some(({ rejected }) => rejected === undefined)) return whole;
        const isOver = last || asking.answers || spoken.failure !== undefined;
        return {
          reply: spoken,
          calls: isOver && !asking.drops ? calls : [],
          kept: { text: "" },
          ...(!isOver && { repeated: true }),
        };
      },
    );
    if (!landed.repeated) return { reply: { ...written, failure: undefined }, calls: landed.calls };
    step = written.step + 1;
  }
}

/** The beginning of a reply that takes the place of these calls, or that they are the end; undefined when they should run as they are. */
async function beginning(
  { journal }: StepParts,
  calls: readonly LandedToolCall[],
): Promise<Beginning | "over" | undefined> {
  const { beginningInstead } = await import("../whole-files/whole-file-calls.ts");
  return beginningInstead(calls, journal.state);
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
