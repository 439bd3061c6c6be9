import type { CatalogLine, StandingRule } from "@kestrel/protocol";
import type { FrozenLoadout } from "@kestrel/protocol/api";
import { offeredTools } from "../permission/offered-tools.ts";
import type { CapabilityCatalog } from "../ports/capability-catalog.ts";

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
