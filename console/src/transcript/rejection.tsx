import type { RejectedReason } from "@kestrel/protocol";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Why a call could not be run, and what the model wrote. The parts are those of the model's tool result. */
export function Rejection({ rejected }: { rejected: RejectedReason }) {
  const { t } = useWords();
  const { reason, expected, got, hint } = rejected;
  return (
    <>
      <p>
        <VisibleText text={t("tool.rejected.why", { text: reason })} />
      </p>
      {expected !== undefined && (
        <>
          <p className="mt-1 text-dim">{t("tool.rejected.expected")}</p>
          <Words text={expected} />
        </>
      )}
      <p className="mt-1 text-dim">{t("tool.rejected.got")}</p>
      <Words text={got} />
      {hint !== undefined && (
        <p className="mt-1 text-dim">
          <VisibleText text={hint} />
        </p>
      )}
    </>
  );
}

function Words({ text }: { text: string }) {
  return (
    <pre className="mt-0.5 max-h-40 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-fine whitespace-pre-wrap [overflow-wrap:anywhere]">
      <VisibleText text={text} />
    </pre>
  );
}
