import type { SessionState } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";

/** The texts that a session's model was trained on, named by its first event; undefined for the product's own texts. */
export function textsOf(
  { texts }: Pick<AgentParts, "texts">,
  { prefix }: Pick<SessionState, "prefix">,
): TrainedTexts | undefined {
  return prefix.texts === undefined ? undefined : texts?.[prefix.texts];
}
