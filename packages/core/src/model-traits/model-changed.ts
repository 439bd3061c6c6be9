import type { Failure } from "@kestrel/protocol";
import { isFrom, isSameModel, type ModelFacts } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

type Model = Pick<ModelFacts, "label" | "from" | "traits">;

/**
 * Why a session does not continue with the current model; undefined when it is the session's own, or one the user accepted. A
 * demonstration model never continues another model's session.
 */
export function modelChanged(state: SessionState, now: Model | undefined): Failure | undefined {
  if (!now || !state.model || isSameModel(state.model, now)) return undefined;
  const isDemonstration = now.traits?.notice === "demonstration";
  if (isFrom(state.accepted, now.from) && !isDemonstration) return undefined;
  const other = isDemonstration ? "demonstration" : "now";
  return { code: "model_changed", params: { model: state.model.label, [other]: now.label } };
}
