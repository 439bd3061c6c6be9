import { overBudget, type SessionState } from "@kestrel/session-state";
import { OverTier } from "../../inspector/over-tier.tsx";

/** The tools that exceeded the token budget when this session was opened. */
export function OverBudget({ state }: { state: SessionState }) {
  return overBudget(state.prefix.catalog).map(({ tier, budget = 0, left }) => (
    <p key={tier} className="mb-2 text-ui text-warn [overflow-wrap:anywhere]">
      <OverTier tier={tier} budget={budget} left={left} />
    </p>
  ));
}
