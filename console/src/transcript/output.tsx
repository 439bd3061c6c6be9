import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { ansiRuns } from "./ansi.ts";
import { cutText } from "./long-text.ts";

/** A program's output with its colours. Long output shows its head and tail. */
export function Output({ text, label }: { text: string; label: string }) {
  const { t } = useWords();
  const [whole, setWhole] = useState(false);
  if (text.trim() === "") return <p className="text-ui text-faint">{t("tool.no-output")}</p>;
  const { head, hidden, tail } = whole ? { head: text, hidden: 0, tail: "" } : cutText(text);
  return (
    <figure
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long output must be scrollable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-control border border-line bg-paper px-3 py-2 font-mono text-fine leading-[1.45]"
    >
      <Runs text={head} />
      {hidden > 0 && (
        <>
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="my-1 block w-full rounded-control bg-sunken py-1 text-fine text-dim hover:text-text"
          >
            {t("tool.show-all", { count: hidden })}
          </button>
          <Runs text={tail} />
        </>
      )}
    </figure>
  );
}

function Runs({ text }: { text: string }) {
  let at = 0;
  return (
    <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {ansiRuns(text).map((run) => {
        const key = at;
        at += run.text.length;
        return (
          <span key={key} className={run.style || undefined}>
            <VisibleText text={run.text} />
          </span>
        );
      })}
    </pre>
  );
}
