import type { Failure } from "@kestrel/protocol";
import type { ModelFacts, ModelOrigin } from "@kestrel/protocol/api";
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

/** By its name, or by its file or its server's name for it, where it is shown under another name. */
function isSameModel(before: NonNullable<SessionState["model"]>, now: Model): boolean {
  if (before.label === now.label) return true;
  const isNamed = before.from && !("url" in before.from && before.from.model === undefined);
  return isNamed === true && isFrom(before.from, now.from);
}

/** Whether a model is the one that was meant; where only a server was named, any of its models. */
function isFrom(meant: ModelOrigin | undefined, from: ModelOrigin | undefined): boolean {
  if (!meant || !from) return false;
  if ("url" in meant)
    return (
      "url" in from && meant.url === from.url && (meant.model === undefined || meant.model === from.model)
    );
  return "path" in meant ? "path" in from && meant.path === from.path : "builtIn" in from;
}
