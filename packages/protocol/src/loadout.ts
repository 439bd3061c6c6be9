import { z } from "zod";
import { CatalogLine } from "./catalog-line.ts";
import { Failure } from "./error-code.ts";
import { ToolSpec } from "./prompt.ts";
import { Mode } from "./risk.ts";

/** The author, audience and purpose of a loadout. It is shown and has no effect. */
export const LoadoutMetadata = z.object({
  name: z.string(),
  version: z.string().optional(),
  author: z.string().optional(),
  audience: z.string().optional(),
  description: z.string().optional(),
});
export type LoadoutMetadata = z.infer<typeof LoadoutMetadata>;

const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/** How a model is named in a loadout: the keys of its table, in one order. */
export const LoadoutModel = z.record(z.string(), Scalar);
export type LoadoutModel = z.infer<typeof LoadoutModel>;

/** `larger`: takes a turn over where it was offered and the person accepted. */
export const crewRoles = ["copilot", "librarian", "critic", "larger"] as const;
export const CrewRole = z.enum(crewRoles);
export type CrewRole = z.infer<typeof CrewRole>;

/** A model beside the main one, and its role. */
export const CrewSeat = z.object({ role: CrewRole, model: LoadoutModel });
export type CrewSeat = z.infer<typeof CrewSeat>;

/** A session's loadout: its name, the digest of the frozen content, its rules and its crew. */
export const LoadoutStamp = z.object({
  name: z.string(),
  digest: z.string(),
  /** Rules that ask and that deny, in this session; a loadout cannot allow. */
  ask: z.array(z.string()).optional(),
  deny: z.array(z.string()).optional(),
  crew: z.array(CrewSeat).optional(),
});
export type LoadoutStamp = z.infer<typeof LoadoutStamp>;

/** Something a loadout names and this machine has not. */
export const LoadoutProblem = z.object({
  /** The key of the file: `skills`, `mcp.servers`, `tools.core`, `tools.catalogued`, `model.path`, `adapter.lora`, `crew.copilot.path`,
   * `model.api_key_env`. */
  key: z.string(),
  /** The unresolved name. */
  name: z.string(),
  /** The closest existing name. */
  suggestion: z.string().optional(),
});
export type LoadoutProblem = z.infer<typeof LoadoutProblem>;

/** LoRA files for the engine, each with its weight. */
export const LoraAdapter = z.object({ path: z.string(), scale: z.number() });
export type LoraAdapter = z.infer<typeof LoraAdapter>;

/**
 * A resolved loadout in canonical order: the initial state of its sessions. Equal ones are the same bytes. Without `catalog`,
 * skills and servers are those of the session's folder.
 */
export const FrozenLoadout = z.object({
  format: z.literal(1),
  metadata: LoadoutMetadata,
  model: LoadoutModel.optional(),
  engine: z.array(z.string()),
  adapter: z.array(LoraAdapter),
  persona: z.string().optional(),
  /** Facts for every session from the start. */
  memory: z.string().optional(),
  /** The whole system prompt, with both in it. */
  system: z.string(),
  tools: z.array(ToolSpec),
  catalog: z.array(CatalogLine).optional(),
  permission: z.object({
    mode: Mode.optional(),
    ask: z.array(z.string()),
    deny: z.array(z.string()),
  }),
  crew: z.array(CrewSeat),
});
export type FrozenLoadout = z.infer<typeof FrozenLoadout>;

/** What a fixed prompt is made of, by the part of the loadout that brings it. */
export const LoadoutPart = z.enum(["kestrel", "persona", "memory", "tools.core", "use", "skills", "mcp"]);
export type LoadoutPart = z.infer<typeof LoadoutPart>;

/** What a loadout costs every new session: tokens of each part, and the most it may take. */
export const LoadoutBill = z.object({
  /** By the model's own tokenizer; otherwise estimates, shown with a `~`. */
  exact: z.boolean(),
  parts: z.array(
    z.object({
      part: LoadoutPart,
      tokens: z.int().nonnegative(),
      limit: z.int().optional(),
      /** Of a catalogue: how many lines. */
      lines: z.int().optional(),
    }),
  ),
  total: z.int().nonnegative(),
  /** Where the template of the model that counted leaves words out: about so many tokens reach it. */
  sent: z.int().nonnegative().optional(),
  /** The most that may be fixed: a share of the window, where the window is known. */
  limit: z.int().optional(),
  window: z.int().optional(),
});
export type LoadoutBill = z.infer<typeof LoadoutBill>;

/** The part that breaks a budget, with the arithmetic. `window`: all parts together. */
export const LoadoutExcess = z.object({
  part: z.union([LoadoutPart, z.literal("window")]),
  tokens: z.int(),
  limit: z.int(),
  /** Of all parts together: the dearest, which is where to begin. */
  dearest: LoadoutPart.optional(),
});
export type LoadoutExcess = z.infer<typeof LoadoutExcess>;

/** A resolved loadout: its frozen content, its unresolved names, and its cost. */
export const CheckedLoadout = z.object({
  digest: z.string(),
  frozen: FrozenLoadout,
  problems: z.array(LoadoutProblem),
  bill: LoadoutBill,
  excess: LoadoutExcess.optional(),
});
export type CheckedLoadout = z.infer<typeof CheckedLoadout>;

/** A loadout on the shelf. `failure`: its file is invalid. Otherwise `checked`. */
export const ListedLoadout = z.object({
  name: z.string(),
  file: z.string(),
  from: z.enum(["user", "kestrel"]),
  built: z.boolean(),
  /** New sessions use it by default. */
  inForce: z.boolean(),
  /** It was imported. */
  imported: z.boolean(),
  checked: CheckedLoadout.optional(),
  failure: Failure.optional(),
});
export type ListedLoadout = z.infer<typeof ListedLoadout>;
