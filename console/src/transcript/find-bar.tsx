import type { Entry, Sequence } from "@kestrel/protocol";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { findEntries } from "./find-entries.ts";

type FindBarProps = { timeline: Sequence<Entry>; onShow: (index: number) => void; onClose: () => void };

/** Finds words in the whole session, also where it is not on the page yet. The newest place is shown first; closed, the focus is where it was. */
export function FindBar({ timeline, onShow, onClose }: FindBarProps) {
  const { t } = useWords();
  const [words, setWords] = useState("");
  const [back, setBack] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  /** The words whose newest place was shown already: the next Enter goes on. */
  const shownFor = useRef("");
  const [before] = useState(() => document.activeElement);
  const found = useMemo(() => findEntries(timeline, words), [timeline, words]);
  const at = found.length - 1 - (found.length === 0 ? 0 : back % found.length);
  useEffect(() => field.current?.focus(), []);
  const go = (step: number) => {
    if (found.length === 0) return;
    const next = (back + step + found.length) % found.length;
    setBack(next);
    const place = found[found.length - 1 - next];
    if (place !== undefined) onShow(place);
  };
  const close = () => {
    onClose();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return (
    <search className="sticky top-2 z-20 mb-2 ml-auto flex w-fit items-center gap-1 rounded-card border border-line bg-paper p-1 shadow-float">
      <input
        ref={field}
        type="search"
        aria-label={t("find.label")}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setBack(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            go(words !== shownFor.current ? 0 : event.shiftKey ? -1 : 1);
            shownFor.current = words;
          } else if (event.key === "Escape") {
            event.preventDefault();
            close();
          }
        }}
        className="h-8 w-52 rounded-control border border-control bg-surface px-2 text-13"
      />
      <span role="status" className="tabular min-w-14 px-1 text-center text-12 text-dim">
        {words.trim() !== "" && t("find.count", { at: at + 1, total: found.length })}
      </span>
      <IconButton icon="down" className="rotate-180" label={t("find.earlier")} onClick={() => go(1)} />
      <IconButton icon="down" label={t("find.later")} onClick={() => go(-1)} />
      <IconButton icon="close" label={t("app.close")} onClick={close} />
    </search>
  );
}
