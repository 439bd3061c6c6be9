import type { Failure } from "@kestrel/protocol";
import {
  asksForHooks,
  asksForTrust,
  type TrustDecision,
  type TrustOffer,
  type TrustSubject,
} from "@kestrel/protocol/api";
import { type ReactNode, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { Notice } from "../ui/notice.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { TrustFiles, TrustHooks } from "./trust-files.tsx";

/** Whether to trust what the workspace of a new session contains: asked once, and shown where it is used. `model`: its window counts. */
export function TrustCard({ workspace, model }: { workspace: string; model: string }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const look = () => client.call("lookAtTrust", { body: { workspace } });
  const { value: offer, set } = useAnswer<TrustOffer>(`${workspace} ${model}`, look);
  const [failure, setFailure] = useState<Failure>();
  if (!offer || offer.workspace === "") return null;
  const decide = (body: { digest: string; decision: TrustDecision; about: TrustSubject }) =>
    client.call("decideTrust", { body: { workspace, ...body } }).then(
      (answer) => {
        setFailure(undefined);
        set(answer);
      },
      async (thrown: unknown) => {
        setFailure(failureOf(thrown));
        set(await look());
      },
    );
  const { hookTrust } = offer;
  const areUsed = offer.state === "trusted" && !offer.withheld;
  return (
    <>
      {areUsed && (
        <details className="mb-4 text-ui text-dim">
          <summary className="opens">
            {t("trust.used", {
              names: [...offer.files, ...(offer.skills ?? [])].map(({ path }) => path).join(", "),
            })}
          </summary>
          <TrustFiles offer={offer} />
        </details>
      )}
      {hookTrust?.state === "trusted" && (
        <details className="mb-4 text-ui text-dim">
          <summary className="opens">
            {t("trust.hooks.run", { names: (offer.hooks ?? []).map(({ command }) => command).join(", ") })}
          </summary>
          <TrustHooks hooks={offer.hooks} />
        </details>
      )}
      <FailureLine failure={failure} className="mb-2" />
      {asksForTrust(offer) && (
        <TrustQuestion
          title={t("trust.title")}
          text={t(offer.state === "changed" ? "trust.changed" : "trust.unasked")}
          {...{ yes: t("trust.yes"), no: t("trust.no") }}
          onAnswer={(decision) => void decide({ digest: offer.digest, decision, about: "words" })}
        >
          <TrustFiles offer={offer} />
        </TrustQuestion>
      )}
      {hookTrust && asksForHooks(offer) && (
        <TrustQuestion
          title={t("trust.hooks.title")}
          text={t(hookTrust.state === "changed" ? "trust.hooks.changed" : "trust.hooks.unasked")}
          {...{ yes: t("trust.hooks.yes"), no: t("trust.hooks.no") }}
          onAnswer={(decision) => void decide({ digest: hookTrust.digest, decision, about: "hooks" })}
        >
          <TrustHooks hooks={offer.hooks} />
        </TrustQuestion>
      )}
    </>
  );
}

type QuestionProps = {
  title: string;
  text: string;
  yes: string;
  no: string;
  onAnswer: (decision: TrustDecision) => void;
  children: ReactNode;
};

function TrustQuestion({ title, text, yes, no, onAnswer, children }: QuestionProps) {
  return (
    <section aria-label={title} className="mb-4">
      <Notice tone="warn">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-ui text-dim">
          <VisibleText text={text} />
        </p>
        {children}
        <p className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => onAnswer("trusted")}>{yes}</Button>
          <Button onClick={() => onAnswer("declined")}>{no}</Button>
        </p>
      </Notice>
    </section>
  );
}
