import { laidReady, type SessionState, tierAccount } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { OverTier } from "./over-tier.tsx";

/** The tokens of each tier of tools in this session. Renders nothing when there are only core tools. */
export function TierList({ state }: { state: SessionState }) {
  const { t, numbers } = useWords();
  const shares = tierAccount(state);
  if (shares.length < 2) return null;
  const ready = laidReady(state);
  return (
    <dl
      className="tabular grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-fine"
      aria-label={t("lens.tiers")}
    >
      {shares.map(({ tier, tokens, estimated, count, budget, left }) => (
        <div key={tier} data-tier={tier} className="contents">
          <dt className="text-dim">
            {t(`tier.${tier}`)}{" "}
            <span className="text-faint">
              {budget === undefined
                ? t("tier.tools", { count })
                : t("tier.lines", { count, budget: numbers.count(budget) })}
            </span>
            {left.length > 0 && budget !== undefined && (
              <span className="block text-warn [overflow-wrap:anywhere]">
                <OverTier tier={tier} budget={budget} left={left} />
              </span>
            )}
          </dt>
          <dd className="text-right">{numbers.marked(tokens, estimated)}</dd>
        </div>
      ))}
      {ready.names.length > 0 && (
        <div data-tier="ready" className="contents">
          <dt className="text-dim">
            {t("tier.ready")}{" "}
            <span className="text-faint">
              {t("tier.readyCount", { count: ready.names.length, called: ready.called })}
            </span>
          </dt>
          <dd className="text-right">~{numbers.count(ready.tokens)}</dd>
        </div>
      )}
    </dl>
  );
}
