import { type Asking, askModel } from "./ask-model.ts";
import { completeReply } from "./complete-reply.ts";
import type { LandedReply } from "./land-reply.ts";
import { learnModel } from "./learn-model.ts";
import { Outage } from "./outage.ts";
import type { Reply } from "./reply.ts";
import type { StepParts } from "./step-parts.ts";
import { worthAnother } from "./worth-another.ts";

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/**
 * Asks the model until a reply stands: again when the request failed before its first word and may succeed, and for a minute
 * when the server is away: then what was said is taken back and asked for anew. Each reply goes one way: asked for, judged,
 * landed where it stands, and logged.
 */
export async function requestReply(
  parts: StepParts,
  firstStep: number,
  wanted: Asking,
  land: (spoken: Reply) => Promise<LandedReply>,
): Promise<LandedReply> {
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
    // Who answers now may be another run of the server, or another model.
    const facts = await learnModel(parts.agent.backend, parts);
    if (facts) asking = { ...asking, model: facts.label, instance: facts.instance };
  }
}

/** The history holds no words of what is asked for anew. */
function takenBack(reply: Reply, lost: boolean): LandedReply {
  return { reply, calls: [], kept: { text: lost || reply.text !== "" ? "" : undefined } };
}
