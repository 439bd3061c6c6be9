import type { Failure } from "@kestrel/protocol";
import { isFrom, isSameModel, type ModelFacts } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

type Model = Pick<ModelFacts, "label" | "from" | "traits">;

/**
 * Why a session does not go on with the model that answers now; undefined where it is the one it was held with, or one that the
 * person accepted. A demonstration model never goes on with the session of another.
 */
export function modelChanged(state: SessionState, now: Model | undefined): Failure | undefined {
  if (!now || !state.model || isSameModel(state.model, now)) return undefined;
  const isDemonstration = now.traits?.notice === "demonstration";
  if (isFrom(state.accepted, now.from) && !isDemonstration) return undefined;
  const other = isDemonstration ? "demonstration" : "now";
  return { code: "model_changed", params: { model: state.model.label, [other]: now.label } };
}
