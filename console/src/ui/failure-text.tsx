import type { SayAny } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import { useWords } from "../i18n/language.tsx";
import { CodeWords } from "./code-words.tsx";
import { VisibleText } from "./visible-text.tsx";

/** A failure in words, with what to do about it; its details are folded. */
export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useWords();
  const say = t as SayAny;
  const { hint: _, retryable: __, ...facts } = failure.params ?? {};
  const named = Object.entries(facts);
  return (
    <>
      <p className="whitespace-pre-wrap">
        <CodeWords text={say(`error.${failure.code}`, failure.params)} />
      </p>
      {named.length > 0 && (
        <details className="mt-1 text-ui text-dim">
          <summary className="underline decoration-line underline-offset-2">{t("app.details")}</summary>
          <dl className="mt-1 font-mono text-fine">
            {named.map(([name, value]) => (
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
