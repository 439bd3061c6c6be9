import { unlessFault } from "../diagnostics/report-unexpected.ts";
import type { CapabilityCatalog } from "../ports/capability-catalog.ts";
import type { CapabilitySource } from "../ports/capability-source.ts";
import { useTool } from "./use-tool.ts";
import { type TierBudgets, withinBudgets } from "./within-budgets.ts";

/** Combines sources into one catalogue, in their order. `missing` is called for a source that cannot list its entries. */
export function catalogOf(
  sources: readonly CapabilitySource[],
  budgets: Partial<TierBudgets> = {},
  laysReady = true,
  missing: (error: unknown) => undefined = unlessFault,
): CapabilityCatalog {
  return {
    sources,
    laysReady,
    tool: useTool(sources),
    lines: async (workspace) => {
      const told = await Promise.all(sources.map((source) => source.lines(workspace).catch(missing)));
      return withinBudgets(
        told.flatMap((lines) => lines ?? []),
        budgets,
      );
    },
  };
}
