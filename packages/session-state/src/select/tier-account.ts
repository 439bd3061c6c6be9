import {
  type CatalogLine,
  catalogText,
  type ToolTier,
  tierBudgets,
  tierOf,
  toolTiers,
} from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import { contextLedger } from "./context-ledger.ts";

/** What one tier of tools costs in the prompt of a session. Tokens. */
export type TierShare = {
  tier: ToolTier;
  tokens: number;
  /** Not counted by the server. */
  estimated: boolean;
  /** How many stand there: tools, or lines of the catalogue. */
  count: number;
  /** About how many tokens its lines may have; the core tools' bound is the release's own. */
  budget?: number;
  /** Names that found no room; they can still be found by words. */
  left: readonly string[];
};

/** What each tier costs that is there, in the order of the prompt. What the server counted is counted; a part of it is an estimate. */
export function tierAccount(state: SessionState): readonly TierShare[] {
  const { tools, catalog = [] } = state.prefix;
  if (tools.length === 0) return [];
  const part = contextLedger(state).parts.tools;
  const lines = ofCatalog.map((tier) => shareOf(tier, catalog));
  const reached = lines.reduce((sum, { tokens }) => sum + tokens, 0);
  const core: TierShare = {
    tier: "core",
    tokens: Math.max(0, (part?.tokens ?? 0) - reached),
    estimated: (part?.estimated ?? true) || reached > 0,
    count: tools.length,
    left: [],
  };
  return [core, ...lines.filter(({ count, left }) => count + left.length > 0)];
}

/** What of a session's catalogue found no room in its prompt, by tier. */
export function overBudget(catalog: readonly CatalogLine[] = []): readonly TierShare[] {
  return ofCatalog.map((tier) => shareOf(tier, catalog)).filter(({ left }) => left.length > 0);
}

const ofCatalog = toolTiers.filter((tier) => tier !== "core");

function shareOf(tier: Exclude<ToolTier, "core">, catalog: readonly CatalogLine[]): TierShare {
  const own = catalog.filter(({ kind }) => tierOf(kind) === tier);
  const shown = own.filter(({ omitted }) => omitted === undefined);
  return {
    tier,
    tokens: shown.reduce((sum, line) => sum + estimateTokens(catalogText(line)), 0),
    estimated: true,
    count: shown.length,
    budget: tierBudgets[tier],
    left: own.filter(({ omitted }) => omitted === "budget").map(({ name }) => name),
  };
}
