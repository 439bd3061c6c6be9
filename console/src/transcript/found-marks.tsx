import { type RefObject, useEffect } from "react";
import { foundRanges } from "./found-ranges.ts";

/** The highlight's name in marks.css. */
const name = "found-words";
/** Marks at most, for a search such as a single letter that matches almost everywhere. */
const mostMarks = 2_000;

type FoundMarksProps = {
  rows: RefObject<HTMLElement | null>;
  words: string;
  found: readonly number[];
  /** The current match: always marked, and scrolled into view. */
  shown: number | undefined;
};

/** Highlights all matches while the bar is open, without changing the page's DOM. */
export function FoundMarks({ rows, words, found, shown }: FoundMarksProps): null {
  useEffect(() => {
    const box = rows.current;
    if (!box || typeof Highlight === "undefined") return;
    const mark = () => CSS.highlights.set(name, new Highlight(...marked(box, words, found, shown)));
    mark();
    let next = 0;
    // Entries added or opened later are marked in the next frame.
    const watcher = new MutationObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(mark);
    });
    watcher.observe(box, { childList: true, characterData: true, subtree: true });
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(next);
      CSS.highlights.delete(name);
    };
  }, [rows, words, found, shown]);

  useEffect(() => {
    const row = rows.current?.querySelector(`[data-row="${shown}"]`);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    const [first] = foundRanges(row, words, 1);
    const place = first?.getBoundingClientRect();
    const scroller = row.closest<HTMLElement>(".overflow-y-auto");
    // In a long answer, centring the entry may not show the match.
    if (!place?.height || !scroller) return;
    const { top, height } = scroller.getBoundingClientRect();
    scroller.scrollBy({ top: place.top + place.height / 2 - top - height / 2 });
  }, [rows, words, shown]);
  return null;
}

function marked(box: HTMLElement, words: string, found: readonly number[], shown: number | undefined) {
  const ranges: Range[] = [];
  const onPage = new Map<number, Element>();
  for (const row of box.querySelectorAll<HTMLElement>("[data-row]")) onPage.set(Number(row.dataset.row), row);
  const order = [...(shown === undefined ? [] : [shown]), ...found.filter((at) => at !== shown).reverse()];
  for (const at of order) {
    if (ranges.length >= mostMarks) break;
    const row = onPage.get(at);
    if (row) ranges.push(...foundRanges(row, words, mostMarks - ranges.length));
  }
  return ranges;
}
