import type { TierShare } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type OverTierProps = Pick<TierShare, "tier" | "left"> & { budget: number };

/** A sentence with the tools that exceed the token budget of a tier. */
export function OverTier({ tier, budget, left }: OverTierProps) {
  const { t, numbers } = useWords();
  const names = left.join(", ");
  return (
    <VisibleText text={t("tier.over", { tier: t(`tier.${tier}`), budget: numbers.count(budget), names })} />
  );
}
