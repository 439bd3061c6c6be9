import type { CatalogLine } from "@kestrel/protocol";
import type { CapabilitySource } from "./capability-source.ts";
import type { Tool } from "./tool.ts";

/** Everything that is reached through `use`, and the tool itself. Made once by `catalogOf`. */
export type CapabilityCatalog = {
  sources: readonly CapabilitySource[];
  /** One tool, the same for every session; what differs is the lines in its description. */
  tool: Tool;
  /** Whether a capability that a message clearly refers to is attached to it. */
  laysReady: boolean;
  /** The lines of a new session there, those without room marked. */
  lines(workspace: string): Promise<readonly CatalogLine[]>;
};
