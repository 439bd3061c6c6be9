import { memo } from "react";
import { useWords } from "../i18n/language.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type ReasoningProps = { text: string; ms?: number; live: boolean };

/** The model's reasoning, folded into one dim line. */
export const Reasoning = memo(function Reasoning({ text, ms, live }: ReasoningProps) {
  const { t, numbers } = useWords();
  const line = live
    ? t("reasoning.live")
    : ms === undefined
      ? t("reasoning.plain")
      : t("reasoning.done", { duration: numbers.duration(ms) });
  return (
    <details className="group/thought text-ui">
      <summary className="inline-flex items-center min-h-8 gap-2 -ml-2 rounded-control px-2 text-dim hover:bg-hover">
        <Icon
          name="chevron"
          size={12}
          className="transition-transform duration-150 ease-out group-open/thought:rotate-90"
        />
        {line}
      </summary>
      <div className="mt-1 mb-2 ml-[5px] border-l border-line pl-5 measure whitespace-pre-wrap text-dim [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
        <VisibleText text={text} />
      </div>
    </details>
  );
});
