import { startTransition, useEffect, useState } from "react";
import { ColouredText } from "../highlight/coloured-text.tsx";
import { highlight, type Run } from "../highlight/highlight.ts";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { saveText } from "../ui/save-text.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { previewKindOf } from "./preview-kind.ts";

const Preview = lazyPart(() => import("./preview.tsx").then(({ Preview: preview }) => preview));

/** The file name for saving, with the language as its extension when valid. */
const fileName = (language: string) => `code.${/^[a-z0-9]{1,10}$/i.test(language) ? language : "txt"}`;

/** Code with its language; it can be wrapped, saved as a file and copied. Highlighted once its fence is closed. */
export function CodeBlock({ text, language, closed }: { text: string; language?: string; closed: boolean }) {
  const name = language?.split(/\s/, 1)[0] ?? "";
  const { t } = useWords();
  const [wraps, setWraps] = useState(false);
  const [isShown, setShown] = useState(false);
  const kind = closed ? previewKindOf(name, text) : undefined;
  const runs = useRuns(name, text, closed);
  return (
    <div dir="ltr" className="overflow-hidden rounded-card bg-code inset-ring inset-ring-soft">
      <div className="flex h-10 items-center pr-1 pl-4 text-fine text-faint">
        <span className="min-w-0 flex-1 truncate">
          <VisibleText text={name} />
        </span>
        {kind && (
          <button
            type="button"
            aria-pressed={isShown}
            className="mr-1 h-8 rounded-control px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-text aria-pressed:bg-pressed pointer-coarse:h-11"
            onClick={() => setShown(!isShown)}
          >
            {t("code.preview")}
          </button>
        )}
        <IconButton
          icon="wrap"
          label={t("code.wrap")}
          aria-pressed={wraps}
          className={wraps ? "bg-pressed" : ""}
          onClick={() => setWraps(!wraps)}
        />
        <IconButton icon="download" label={t("code.save")} onClick={() => saveText(text, fileName(name))} />
        <CopyButton text={text} />
      </div>
      <pre
        className={`px-4 pb-3.5 font-mono text-mono ${wraps ? "whitespace-pre-wrap" : "overflow-x-auto"}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable by keyboard
        tabIndex={0}
      >
        <code>
          <ColouredText text={text} runs={runs} />
        </code>
      </pre>
      {kind && isShown && <Preview kind={kind} text={text} />}
    </div>
  );
}

function useRuns(language: string, text: string, closed: boolean): readonly Run[] | undefined {
  const [runs, setRuns] = useState<readonly Run[]>();
  useEffect(() => {
    if (!closed) return;
    let wanted = true;
    void highlight(language, text).then((found) => wanted && startTransition(() => setRuns(found)));
    return () => {
      wanted = false;
    };
  }, [language, text, closed]);
  return runs;
}
