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

/** The cost of one tier of tools in a session's prompt. Tokens. */
export type TierShare = {
  tier: ToolTier;
  tokens: number;
  /** Not counted by the server. */
  estimated: boolean;
  /** Its number of tools, or of lines of the catalogue. */
  count: number;
  /** The budget of its lines in tokens, approximate; that of the core tools is fixed by the release. */
  budget?: number;
  /** Names that did not fit; a search still finds them. */
  left: readonly string[];
};

/** The cost of each present tier, in the order of the prompt. Exact where the server counted it; a part of a count is an estimate. */
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

/** The entries of a session's catalogue that did not fit its prompt, by tier. */
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
