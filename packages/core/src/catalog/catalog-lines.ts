import type { CatalogLine, StandingRule } from "@kestrel/protocol";
import { offeredTools } from "../permission/offered-tools.ts";
import type { CapabilityCatalog } from "../ports/capability-catalog.ts";

/** The catalogue of a new session: none where its model was trained without `use`, or a rule denies it wholly. Then no source is asked. */
export async function catalogLines(
  catalog: CapabilityCatalog | undefined,
  { workspace, tools }: { workspace: string; tools?: readonly string[] },
  rules: readonly StandingRule[],
): Promise<readonly CatalogLine[]> {
  const [use] = catalog ? offeredTools([catalog.tool], rules) : [];
  if (!catalog || !use || !(tools?.includes(use.spec.name) ?? true)) return [];
  return catalog.lines(workspace);
}
