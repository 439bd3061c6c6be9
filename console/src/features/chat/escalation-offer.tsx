import { mostEscalations, type OpBody } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type EscalationOfferProps = { state: SessionState; send(op: OpBody): Promise<unknown> };

/** Asks the user whether a larger model takes over a turn, without blocking it. After a yes, shows that it does. */
export function EscalationOffer({ state, send }: EscalationOfferProps) {
  const { t } = useWords();
  const [answered, setAnswered] = useState<string>();
  const { open, used = 0, turn = 0 } = state.escalation ?? {};
  const accepted = turn > state.turns - (state.openTurn ? 1 : 0);
  if (!open) return accepted && <p className="mb-2 text-ui text-dim">{t("escalation.accepted")}</p>;
  const answer = (accepted: boolean) => {
    setAnswered(open.offer);
    send({ type: "answer-escalation", offer: open.offer, accepted }).catch(() => setAnswered(undefined)); // expected: the frame reports what was refused
  };
  const left = mostEscalations - used;
  return (
    <section
      aria-label={t("escalation.title")}
      className="mb-2 flex flex-wrap items-center gap-2 rounded-card border border-line bg-card p-3 text-ui"
    >
      <p className="min-w-60 flex-1 [overflow-wrap:anywhere]">
        {t(`escalation.why.${open.why}`)}{" "}
        <VisibleText text={t("escalation.offer", { model: open.model, left, most: mostEscalations })} />
      </p>
      <Button look="primary" onClick={() => answer(true)} disabled={answered === open.offer}>
        {t("escalation.accept")}
      </Button>
      <Button onClick={() => answer(false)} disabled={answered === open.offer}>
        {t("escalation.refuse")}
      </Button>
    </section>
  );
}
