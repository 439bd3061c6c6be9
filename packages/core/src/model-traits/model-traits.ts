import type { ModelProfile, ModelTraits } from "@kestrel/protocol/api";

/**
 * The traits of a model, decided here alone: what whoever names the model knows of it, and what its profile says, which wins.
 * What follows from its size, its family or the probe belongs here too.
 */
export function modelTraits(
  known: ModelTraits = {},
  { tool_names: tools }: Pick<ModelProfile, "tool_names"> = {},
): ModelTraits {
  return tools === undefined ? known : { ...known, tools };
}
