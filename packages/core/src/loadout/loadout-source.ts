import type { Mode } from "@kestrel/protocol";
import type { CrewRole, LoadoutMetadata, LoadoutModel, LoraAdapter } from "@kestrel/protocol/api";

/** What a loadout says, before anything it names was looked up. What is left out is as it is without a loadout. */
export type LoadoutSource = {
  metadata: LoadoutMetadata;
  model?: LoadoutModel;
  engine: readonly string[];
  adapter: readonly LoraAdapter[];
  /** Put before the system text. */
  persona?: string;
  /** Facts that every session of it begins with, put behind the system text. */
  memory?: string;
  /** Core tools by name. */
  tools?: readonly string[];
  /** What stands in the catalogue: skills, single tools, servers, by name. One that is named closes the list for all. */
  skills?: readonly string[];
  catalogued?: readonly string[];
  servers?: readonly string[];
  permission: { mode?: Mode; ask: readonly string[]; deny: readonly string[] };
  crew: Readonly<Partial<Record<CrewRole, LoadoutModel>>>;
};
