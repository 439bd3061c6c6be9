import type { CatalogLine } from "@kestrel/protocol";
import type { CapabilitySource } from "./capability-source.ts";
import type { Tool } from "./tool.ts";

/** The capabilities behind `use`, and the tool itself. Made once by `catalogOf`. */
export type CapabilityCatalog = {
  sources: readonly CapabilitySource[];
  /** One tool for every session; only the lines in its description differ. */
  tool: Tool;
  /** Whether a capability that a message clearly refers to is attached to it. */
  laysReady: boolean;
  /** The lines of a new session there; those over budget are marked. */
  lines(workspace: string): Promise<readonly CatalogLine[]>;
};
