import type { Failure } from "@kestrel/protocol";
import {
  Guidance,
  isFrom,
  isSameModel,
  type ModelFacts,
  type ModelOrigin,
  type ModelProfile,
  type ModelTraits,
} from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";

/** The user's choice of guidance: by the model's size, all, none, or by name. */
export type GuidanceWish = "auto" | "on" | "off" | readonly Guidance[];

type Known = Pick<ModelProfile, "grammar" | "tool_names" | "guidance" | "calls" | "edits" | "size"> & {
  model?: string;
};

/**
 * The traits of a model. All of them are decided here. `known`: from the code that names the model. `profile` takes precedence.
 * What follows from the model's size, its family or the probe belongs here too.
 */
export function modelTraits(
  known: ModelTraits = {},
  profile: Partial<Known> = {},
  wish: GuidanceWish = "auto",
): ModelTraits {
  const { tool_names: tools, grammar } = profile;
  // A model trained on its own prompt texts does not understand others.
  const guidance = known.texts === undefined ? guidanceFor(profile, wish) : [];
  return {
    ...known,
    ...(tools !== undefined && { tools }),
    ...(grammar !== undefined && { grammar }),
    ...(guidance.length > 0 && { guidance: [...guidance] }),
  };
}

/** Billions of weights. A smaller model follows no instructions, such as test models. */
const smallest = 0.1;

/** Billions of weights; each aid is used below its number. Not measured above 1.5. */
const below: Readonly<Record<Guidance, number>> = {
  listing: 30,
  named_files: 30,
  whole_files: 4.5,
  claims: 30,
  run_check: 30,
  repeats: 30,
  advice: 30,
  form: 30,
  stop_after_call: 30,
};

function guidanceFor(profile: Partial<Known>, wish: GuidanceWish): readonly Guidance[] {
  if (wish === "off") return [];
  if (wish === "on") return Guidance.options;
  if (wish !== "auto") return wish;
  if (profile.guidance !== undefined) return profile.guidance;
  const billions = billionsOf(profile);
  return Guidance.options.filter((name) => {
    if (name === "whole_files" && profile.edits !== undefined) return profile.edits === "whole";
    if (billions !== undefined) return billions >= smallest && billions < below[name];
    // The server parses none of its calls: a weak model, or one that needs the same aids.
    return profile.calls === "text" && name !== "whole_files";
  });
}

/** From its name, as in `qwen2.5-coder-1.5b`, else from its bytes: about 0.6 per weight at four bits. */
function billionsOf({ model = "", size }: Partial<Known>): number | undefined {
  const [, number, unit = ""] = /(?:^|[^\da-z.])(\d+(?:\.\d+)?)\s?([bm])(?![a-z\d])/i.exec(model) ?? [];
  if (number !== undefined) return Number(number) / (unit.toLowerCase() === "m" ? 1000 : 1);
  return size === undefined ? undefined : size / 0.6e9;
}

/** The texts that a session's model was trained on, named by its first event; undefined for the product's own texts. */
export function textsOf(
  { texts }: Pick<AgentParts, "texts">,
  { prefix }: Pick<SessionState, "prefix">,
): TrainedTexts | undefined {
  return prefix.texts === undefined ? undefined : texts?.[prefix.texts];
}

type Model = Pick<ModelFacts, "label" | "from" | "traits">;

/**
 * Why a session does not continue with the current model; undefined when it is the session's own, or one the user accepted. A
 * demonstration model never continues another model's session.
 */
export function modelChanged(
  { model, accepted }: Pick<SessionState, "model" | "accepted">,
  now: Model | undefined,
): Failure | undefined {
  if (!now) return undefined;
  const isOwn = model === undefined || isSameModel(model, now);
  const isAccepted = accepted === undefined ? isOwn : isFrom(accepted, now.from);
  const isDemonstration = now.traits?.notice === "demonstration";
  if (isAccepted && (isOwn || !isDemonstration)) return undefined;
  const held = isOwn && accepted ? originName(accepted) : (model?.label ?? "");
  const other = isDemonstration ? "demonstration" : "now";
  return { code: "model_changed", params: { model: held, [other]: now.label } };
}

/** A name for a model whose server has not been asked. */
export function originName(from: ModelOrigin): string {
  if ("url" in from) return from.model ?? from.url;
  return "path" in from
    ? (from.path.split(/[/\\]/).at(-1) ?? from.path).replace(/\.gguf$/i, "")
    : "kestrel-nano";
}
