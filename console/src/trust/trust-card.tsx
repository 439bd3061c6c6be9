import type { Failure } from "@kestrel/protocol";
import { asksForTrust, type TrustDecision, type TrustOffer } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { Notice } from "../ui/notice.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { TrustFiles } from "./trust-files.tsx";

/** What the folder of a session that begins here brings: asked about once, and said where it is used. `model`: its window counts. */
export function TrustCard({ workspace, model }: { workspace: string; model: string }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const look = () => client.call("lookAtTrust", { body: { workspace } });
  const { value: offer, set } = useAnswer<TrustOffer>(`${workspace} ${model}`, look);
  const [failure, setFailure] = useState<Failure>();
  if (!offer || offer.workspace === "" || offer.state === "nothing") return null;
  const decide = (decision: TrustDecision) =>
    client.call("decideTrust", { body: { workspace, digest: offer.digest, decision } }).then(
      (answer) => {
        setFailure(undefined);
        set(answer);
      },
      async (thrown: unknown) => {
        setFailure(failureOf(thrown));
        set(await look());
      },
    );
  if (!asksForTrust(offer)) {
    if (offer.state !== "trusted" || offer.withheld) return null;
    return (
      <details className="mb-4 text-13 text-dim">
        <summary>
          {t("trust.used", {
            names: [
              ...[...offer.files, ...(offer.skills ?? [])].map(({ path }) => path),
              ...(offer.hooks ?? []).map(({ command }) => command),
            ].join(", "),
          })}
        </summary>
        <TrustFiles offer={offer} />
      </details>
    );
  }
  return (
    <section aria-label={t("trust.title")} className="mb-4">
      <Notice tone="warn">
        <h2 className="font-semibold">{t("trust.title")}</h2>
        <p className="text-13 text-dim">
          <VisibleText text={t(offer.state === "changed" ? "trust.changed" : "trust.unasked")} />
        </p>
        <TrustFiles offer={offer} />
        <FailureLine failure={failure} className="mt-2" />
        <p className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => void decide("trusted")}>{t("trust.yes")}</Button>
          <Button onClick={() => void decide("declined")}>{t("trust.no")}</Button>
        </p>
      </Notice>
    </section>
  );
}
