import { NewSession } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { useWords } from "../../i18n/language.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const mostLetters = NewSession.shape.systemText.unwrap().maxLength ?? undefined;

type SystemTextProps = {
  text: string;
  /** Absent once the session has begun: its prompt is fixed. */
  onChange?: (text: string) => void;
};

/** The user's own part of this session's system prompt, with its token cost. */
export function SystemText({ text, onChange }: SystemTextProps) {
  const { t } = useWords();
  const title = t("system.title");
  return (
    <details className="mt-3 border-t border-line pt-2">
      <summary className="opens py-1 text-ui">
        {text.trim() === "" ? title : t("system.set", { count: estimateTokens(text) })}
      </summary>
      <p className="text-fine text-faint">{t(onChange ? "system.text" : "system.fixed")}</p>
      {onChange ? (
        <textarea
          aria-label={title}
          rows={4}
          maxLength={mostLetters}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="mt-2 w-full rounded-control border border-control bg-card px-2 py-1.5 text-ui"
        />
      ) : (
        text !== "" && (
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
            tabIndex={0}
            className="mt-2 max-h-40 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            <VisibleText text={text} />
          </p>
        )
      )}
    </details>
  );
}
