import { overBudget, type SessionState } from "@kestrel/session-state";
import { OverTier } from "../../inspector/over-tier.tsx";

/** What this session's catalogue had no room for when it opened. */
export function OverBudget({ state }: { state: SessionState }) {
  return overBudget(state.prefix.catalog).map(({ tier, budget = 0, left }) => (
    <p key={tier} className="mb-2 text-ui text-warn [overflow-wrap:anywhere]">
      <OverTier tier={tier} budget={budget} left={left} />
    </p>
  ));
}
