import { type CatalogLine, catalogText, type ToolTier, tierBudgets, tierOf } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";

/** Token budgets of the tiers' lines in the prefix, approximate. */
export type TierBudgets = Record<Exclude<ToolTier, "core">, number>;

/** Longest line in tokens, approximate: what the promised fixed cost allows. */
const longest = { skill: 13, tool: 13, server: 17 } as const satisfies Record<CatalogLine["kind"], number>;

/** The frozen lines: each cut to its limit, unique names, and those over their tier's budget marked. */
export function withinBudgets(
  lines: readonly CatalogLine[],
  budgets: Partial<TierBudgets>,
): readonly CatalogLine[] {
  const left = { ...tierBudgets, ...budgets };
  const taken = new Set<string>();
  return lines.map((whole): CatalogLine => {
    const { kind, name } = whole;
    if (taken.has(name.toLowerCase())) return { kind, name, line: "", omitted: "name_taken" };
    taken.add(name.toLowerCase());
    const line = { kind, name, line: cutLine(whole) };
    const tokens = estimateTokens(catalogText(line));
    const tier = tierOf(kind);
    if (tokens > left[tier]) return { ...line, omitted: "budget" };
    left[tier] -= tokens;
    return line;
  });
}

/** The first clause of its description, cut to the whole words that fit into the line. */
function cutLine({ kind, name, line }: CatalogLine): string {
  const [clause = ""] = line
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/[.;:!?](?= |$)|[。；：！？]| [–—-] |\bUse (?:this|when)\b/u, 1);
  let shown = "";
  for (const word of clause.trim().split(" ")) {
    const longer = shown === "" ? word : `${shown} ${word}`;
    if (estimateTokens(catalogText({ name, line: longer })) > longest[kind]) break;
    shown = longer;
  }
  return shown.replace(/[,(–-]+$/u, "").trim();
}
