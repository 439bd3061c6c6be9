import { overBudget, type SessionState } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** What this session's catalogue had no room for when it opened. */
export function OverBudget({ state }: { state: SessionState }) {
  const { t, numbers } = useWords();
  return overBudget(state.prefix.catalog).map(({ tier, budget = 0, left }) => (
    <p key={tier} className="mb-2 text-13 text-warn [overflow-wrap:anywhere]">
      <VisibleText
        text={t("tier.over", {
          tier: t(`tier.${tier}`),
          budget: numbers.count(budget),
          names: left.join(", "),
        })}
      />
    </p>
  ));
}
