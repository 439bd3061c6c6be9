import { z } from "zod";

/** The origin of a model: built in, a file, or a server and the model's name there. */
export const ModelOrigin = z.union([
  z.strictObject({ builtIn: z.literal(true) }),
  z.strictObject({ path: z.string().max(4096) }),
  z.strictObject({ url: z.string().max(2048), model: z.string().max(400).optional() }),
]);
export type ModelOrigin = z.infer<typeof ModelOrigin>;

type NamedModel = { label: string; from?: ModelOrigin };

/** Whether a model is the session's own: by its name, or by its file or its server's name for it if it is displayed differently. */
export function isSameModel(held: NamedModel, model: NamedModel): boolean {
  return held.label === model.label || isAtOriginOf(held, model);
}

/** The session's model among others. The origin decides; the name only if no model has that origin. */
export function findSameModel<Model extends NamedModel>(
  held: NamedModel,
  models: readonly Model[],
): Model | undefined {
  return (
    models.find((model) => isAtOriginOf(held, model)) ?? models.find(({ label }) => label === held.label)
  );
}

/** A server without a model's name matches any of its models, and so identifies none. */
function isAtOriginOf({ from }: NamedModel, model: NamedModel): boolean {
  return from !== undefined && !("url" in from && from.model === undefined) && isFrom(from, model.from);
}

/** The engine among those beside the main one whose model a session is held with; undefined: the main one answers it. */
export function findHeld<Engine extends { from?: ModelOrigin | undefined }>(
  { accepted, model }: { accepted?: ModelOrigin | undefined; model?: NamedModel | undefined },
  beside: readonly Engine[],
): Engine | undefined {
  const held = accepted ?? model?.from;
  return held && beside.find(({ from }) => isFrom(held, from));
}

/** Whether a model has the given origin; if that names only a server, any of its models does. */
export function isFrom(meant: ModelOrigin | undefined, from: ModelOrigin | undefined): boolean {
  if (!meant || !from) return false;
  if ("url" in meant)
    return (
      "url" in from && meant.url === from.url && (meant.model === undefined || meant.model === from.model)
    );
  return "path" in meant ? "path" in from && meant.path === from.path : "builtIn" in from;
}
