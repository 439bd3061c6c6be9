import type { CatalogLine, StandingRule } from "@kestrel/protocol";
import type { FrozenLoadout } from "@kestrel/protocol/api";
import { unlessFault } from "../diagnostics/report-unexpected.ts";
import { offeredTools } from "../permission/offered-tools.ts";
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

/**
 * The catalogue of a new session: its loadout's, or everything available. Empty when its model was trained without `use` or a rule
 * denies it completely; then no source is asked.
 */
export async function catalogLines(
  catalog: CapabilityCatalog | undefined,
  {
    workspace,
    tools,
    loadout,
  }: { workspace: string; tools?: readonly string[]; loadout?: Pick<FrozenLoadout, "catalog"> },
  rules: readonly StandingRule[],
): Promise<readonly CatalogLine[]> {
  const [use] = catalog ? offeredTools([catalog.tool], rules) : [];
  if (!catalog || !use || !(tools?.includes(use.spec.name) ?? true)) return [];
  return loadout?.catalog ?? catalog.lines(workspace);
}
