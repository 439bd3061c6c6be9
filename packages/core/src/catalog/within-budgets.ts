import { type CatalogLine, catalogText, type ToolTier, tierBudgets, tierOf } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";

/** About how many tokens the lines of a tier may take in the prefix. */
export type TierBudgets = Record<Exclude<ToolTier, "core">, number>;

/** Tokens of one line, about: the longest that the promise of the fixed cost leaves. */
const longest = { skill: 13, tool: 13, server: 17 } as const satisfies Record<CatalogLine["kind"], number>;

/** The lines as they are frozen: each cut to its bound, names once, and those marked that the budget of their tier leaves out. */
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
