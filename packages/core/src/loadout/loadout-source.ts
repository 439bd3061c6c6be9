import type { Mode } from "@kestrel/protocol";
import type { CrewRole, LoadoutMetadata, LoadoutModel, LoraAdapter } from "@kestrel/protocol/api";

/** A loadout's text, parsed but not resolved. Missing parts are as without a loadout. */
export type LoadoutSource = {
  metadata: LoadoutMetadata;
  model?: LoadoutModel;
  engine: readonly string[];
  adapter: readonly LoraAdapter[];
  /** Put before the system prompt. */
  persona?: string;
  /** Facts that every session of it begins with, added after the system prompt. */
  memory?: string;
  /** Core tools by name. */
  tools?: readonly string[];
  /** The catalogue's entries: skills, single tools, servers, by name. Naming one closes the list for all kinds. */
  skills?: readonly string[];
  catalogued?: readonly string[];
  servers?: readonly string[];
  permission: { mode?: Mode; ask: readonly string[]; deny: readonly string[] };
  crew: Readonly<Partial<Record<CrewRole, LoadoutModel>>>;
};
