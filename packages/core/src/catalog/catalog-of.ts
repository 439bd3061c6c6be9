import type { CapabilityCatalog } from "../ports/capability-catalog.ts";
import type { CapabilitySource } from "../ports/capability-source.ts";
import { useTool } from "./use-tool.ts";
import { type TierBudgets, withinBudgets } from "./within-budgets.ts";

/** Puts sources behind one door. Their order is the order of the lines. */
export function catalogOf(
  sources: readonly CapabilitySource[],
  budgets: Partial<TierBudgets> = {},
  laysReady = true,
): CapabilityCatalog {
  return {
    sources,
    laysReady,
    tool: useTool(sources),
    lines: async (workspace) => {
      const told = await Promise.all(sources.map((source) => source.lines(workspace).catch(() => [])));
      return withinBudgets(told.flat(), budgets);
    },
  };
}
