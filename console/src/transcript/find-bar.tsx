import { type Entry, isSaid, type Sequence } from "@kestrel/session-state";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const FoundMarks = lazyPart(() => import("./found-marks.tsx").then(({ FoundMarks: marks }) => marks));

/** Delay after a key before the page scrolls to a match, so that it does not scroll with each key. Milliseconds. */
const restMs = 150;

type FindBarProps = {
  timeline: Sequence<Entry>;
  /** The element with the rendered entries. */
  rows: RefObject<HTMLElement | null>;
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
  onClose: () => void;
};

/** Finds text in the whole session while typing, rendered or not. Starts at the newest match; closing restores the focus. */
export function FindBar({ timeline, rows, shown, onShow, onClose }: FindBarProps) {
  const { t } = useWords();
  const [words, setWords] = useState("");
  const [back, setBack] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const [before] = useState(() => document.activeElement);
  const found = useMemo(() => findEntries(timeline, words), [timeline, words]);
  const at = found.length - 1 - (found.length === 0 ? 0 : back % found.length);
  useEffect(() => field.current?.focus(), []);
  /** Set while the newest match is still to be shown. */
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopRest = () => {
    clearTimeout(resting.current);
    resting.current = undefined;
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  const seek = (written: string) => {
    setWords(written);
    setBack(0);
    stopRest();
    resting.current = setTimeout(() => {
      resting.current = undefined;
      onShow(findEntries(timeline, written).at(-1));
    }, restMs);
  };
  // The earlier part of a long session is loaded by the search, and may contain matches.
  useEffect(() => {
    if (shown === undefined && resting.current === undefined && found.length > 0) onShow(found.at(-1));
  }, [found, shown, onShow]);
  const go = (wanted: number) => {
    if (found.length === 0) return;
    const step = resting.current === undefined ? wanted : 0;
    stopRest();
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
    <search className="sticky top-2 z-20 mb-2 ml-auto flex w-fit max-w-full items-center gap-1 rounded-card border border-line bg-paper p-1 shadow-3">
      <FoundMarks rows={rows} words={words} found={found} shown={shown} />
      <input
        ref={field}
        type="search"
        aria-label={t("find.label")}
        value={words}
        onChange={({ target, nativeEvent }) => {
          // Text of an unfinished input method composition is not searched.
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setWords(target.value);
          else seek(target.value);
        }}
        onCompositionEnd={({ currentTarget }) => seek(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") {
            event.preventDefault();
            close();
          }
        }}
        className="h-8 w-52 min-w-0 rounded-control border border-control bg-card px-2 text-ui"
      />
      <span role="status" className="tabular min-w-14 px-1 text-center text-fine text-dim">
        {words.trim() !== "" && t("find.count", { at: at + 1, total: found.length })}
      </span>
      <IconButton icon="down" className="rotate-180" label={t("find.earlier")} onClick={() => go(1)} />
      <IconButton icon="down" label={t("find.later")} onClick={() => go(-1)} />
      <IconButton icon="close" label={t("app.close")} onClick={close} />
    </search>
  );
}

/** The text of an entry as shown on the page, with the folded parts of cards. */
function wordsOf(entry: Entry): string {
  if (!isSaid(entry)) return "";
  switch (entry.kind) {
    case "user":
    case "note":
      return entry.text;
    case "reply":
      return `${entry.reasoning}\n${entry.text}`;
    case "tool":
      return [
        entry.tool,
        entry.arguments,
        entry.content ?? "",
        ...entry.changes.map(({ diff }) => diff),
      ].join("\n");
    default:
      return entry satisfies never;
  }
}

/** The entries of the timeline that contain the words, oldest first. Ignores the case of letters. */
function findEntries(timeline: Sequence<Entry>, words: string): number[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  const found: number[] = [];
  let at = timeline.first;
  for (const entry of timeline) {
    if (wordsOf(entry).toLowerCase().includes(wanted)) found.push(at);
    at++;
  }
  return found;
}
