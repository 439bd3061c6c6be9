import { answerWord } from "@kestrel/session-state";
import { useId, useState } from "react";
import { useWords } from "../i18n/language.tsx";

/** Approval by keyboard where a single key is not enough: the user types a whole word, which rarely happens by accident. */
export function WordField({ onWord }: { onWord: () => void }) {
  const { t } = useWords();
  const field = useId();
  const [word, setWord] = useState("");
  return (
    <div className="flex flex-wrap items-center gap-2 text-fine text-dim">
      <label htmlFor={field}>{t("approval.word", { word: answerWord })}</label>
      <input
        id={field}
        data-word=""
        value={word}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing && word.trim() === answerWord) onWord();
        }}
        className="h-8 w-24 rounded-control border border-control bg-paper px-2 font-mono text-mono"
      />
    </div>
  );
}
