import { z } from "zod";
import { CapabilityKind } from "./catalog-line.ts";
import { crewRoles } from "./loadout.ts";
import { Mode } from "./risk.ts";

/** Characters of its name, each however many units. */
export const longestLoadoutName = 64;

/** What a loadout may be called: its file has that name, so nothing of a path is in it, and nothing invisible. `none` takes one out. */
export const LoadoutName = z
  .string()
  .regex(/^(?!none$)(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u)
  .refine((name) => Array.from(name).length <= longestLoadoutName);

const names = z.array(z.string().min(1).max(200)).max(200).optional();
const words = z.string().max(20_000).optional();

/** A GGUF of this machine. No address, key or flag: only a hand-written file can contain those. */
const DraftModel = z.strictObject({
  path: z.string().min(1).max(4096),
  window: z.int().min(256).max(16_777_216).optional(),
});

/** A loadout while a person composes it, before it is a file. A missing field means the same as no loadout. */
export const LoadoutDraft = z.strictObject({
  name: LoadoutName,
  description: z.string().max(400).optional(),
  model: DraftModel.optional(),
  persona: words,
  memory: words,
  tools: names,
  skills: names,
  catalogued: names,
  servers: names,
  mode: Mode.optional(),
  crew: z.partialRecord(z.enum(crewRoles), DraftModel).optional(),
});
export type LoadoutDraft = z.infer<typeof LoadoutDraft>;

/** Everything a loadout can name here. `tokens`: estimated cost in each session. */
export const LoadoutChoices = z.object({
  tools: z.array(z.object({ name: z.string(), tokens: z.int() })),
  lines: z.array(z.object({ kind: CapabilityKind, name: z.string(), line: z.string(), tokens: z.int() })),
});
export type LoadoutChoices = z.infer<typeof LoadoutChoices>;

/** One difference between two loadouts, by its key. A missing side has no value for the key. */
export const LoadoutDifference = z.object({
  key: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});
export type LoadoutDifference = z.infer<typeof LoadoutDifference>;
