import { type Failure, FailureHint } from "@kestrel/protocol";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "./visible-text.tsx";

/** A failure in words; the facts that came with it fold. */
export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useWords();
  const { hint, detail, retryable: _, ...rest } = failure.params ?? {};
  const known = FailureHint.safeParse(hint);
  const facts = Object.entries(rest);
  return (
    <>
      <p>
        {t(`error.${failure.code}`)}
        {known.success && ` ${t(`hint.${known.data}`)}`}
      </p>
      {detail !== undefined && (
        <p className="mt-1 break-words font-mono text-12">
          <VisibleText text={String(detail)} />
        </p>
      )}
      {facts.length > 0 && (
        <details className="mt-1 text-13 text-dim">
          <summary className="underline decoration-line underline-offset-2">{t("app.details")}</summary>
          <dl className="mt-1 font-mono text-12">
            {facts.map(([name, value]) => (
              <div key={name} className="flex gap-2">
                <dt className="text-faint">
                  <VisibleText text={name} />
                </dt>
                <dd className="min-w-0 break-words">
                  <VisibleText text={String(value)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
