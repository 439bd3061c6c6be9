import type { LandedToolCall } from "../calls/landed-call.ts";
import { type TurnSoFar, turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { Asking } from "./ask-model.ts";
import type { Reply } from "./reply.ts";
import { requestReply } from "./request-reply.ts";
import type { StepParts } from "./step-parts.ts";

/** One step: the reply as it was logged, and the calls it comes to. */
export type Step = { reply: Reply; calls: readonly LandedToolCall[] };

/**
 * Asks the model once and lands what it says. A call that cannot be run is asked for once more where the server can hold
 * a reply to a schema: the same prompt, so that nothing is lost of the cache, and no bad call in the history. Where the
 * server's own parser failed on a call, calls are asked for as plain text for the rest of the turn.
 */
export async function takeStep(parts: StepParts, firstStep: number): Promise<Step> {
  const { journal, cancel, facts } = parts;
  const { prefix } = journal.state;
  const turn = turnSoFar(journal.state);
  const asking: Asking = {
    model: facts?.label,
    instance: facts?.instance,
    callFormat: parserFailed(turn) ? "text" : undefined,
  };
  const able = facts?.capabilities.answerSchema === true && !schemaFailed(turn);
  const { reply, calls, form } = await requestReply(parts, firstStep, asking, async (spoken) => {
    const { landReply } = await import("./land-reply.ts");
    return landReply(spoken, prefix, able && !cancel.aborted);
  });
  if (!form) return { reply, calls };
  const { answerSchema, text } = form;
  const byForm: Asking = { ...asking, callFormat: "schema", answerSchema };
  const again = await requestReply(parts, reply.step + 1, byForm, async (spoken) => {
    const { landForm } = await import("./land-reply.ts");
    return landForm(spoken, { calls, text }, prefix);
  });
  // A server that cannot do it after all costs one request; the error then goes back the ordinary way.
  return { reply: { ...again.reply, failure: undefined }, calls: again.calls };
}

function parserFailed({ replies }: TurnSoFar): boolean {
  return replies.some(({ failure }) => failure?.code === "tool_parse");
}

/** A model that could not fill in a form once in this turn is not given another. */
function schemaFailed({ replies, calls }: TurnSoFar): boolean {
  const asked = replies.filter(({ callFormat }) => callFormat === "schema").length;
  return asked > calls.filter(({ recovered }) => recovered === "schema").length;
}
