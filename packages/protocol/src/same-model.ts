import type { ModelOrigin } from "./model-origin.ts";

type NamedModel = { label: string; from?: ModelOrigin };

/** Whether a model is the one a session is held with: by its name, or by its file or its server's name for it, where it is shown under another name. */
export function isSameModel(held: NamedModel, model: NamedModel): boolean {
  return held.label === model.label || isAtOriginOf(held, model);
}

/** The model a session is held with, among others. Where it came from decides; its name only where no model comes from there. */
export function findSameModel<Model extends NamedModel>(
  held: NamedModel,
  models: readonly Model[],
): Model | undefined {
  return (
    models.find((model) => isAtOriginOf(held, model)) ?? models.find(({ label }) => label === held.label)
  );
}

/** A server without a model's name is any of its models, and so tells nothing. */
function isAtOriginOf({ from }: NamedModel, model: NamedModel): boolean {
  return from !== undefined && !("url" in from && from.model === undefined) && isFrom(from, model.from);
}

/** Whether a model comes from where was meant; where only a server was named, any of its models does. */
export function isFrom(meant: ModelOrigin | undefined, from: ModelOrigin | undefined): boolean {
  if (!meant || !from) return false;
  if ("url" in meant)
    return (
      "url" in from && meant.url === from.url && (meant.model === undefined || meant.model === from.model)
    );
  return "path" in meant ? "path" in from && meant.path === from.path : "builtIn" in from;
}
