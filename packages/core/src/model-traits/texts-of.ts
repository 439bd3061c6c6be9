import type { SessionState } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";

/** The texts that a session's model was trained on, as its first event names them; undefined where the product's own words are read. */
export function textsOf(
  { texts }: Pick<AgentParts, "texts">,
  { prefix }: Pick<SessionState, "prefix">,
): TrainedTexts | undefined {
  return prefix.texts === undefined ? undefined : texts?.[prefix.texts];
}
