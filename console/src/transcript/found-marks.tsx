import { type RefObject, useEffect } from "react";
import { foundRanges } from "./found-ranges.ts";

/** So named in marks.css. */
const name = "found-words";
/** Marks at most, for a search such as a single letter that matches almost everywhere. */
const mostMarks = 2_000;

type FoundMarksProps = {
  rows: RefObject<HTMLElement | null>;
  words: string;
  found: readonly number[];
  /** The place that is shown: it is marked whatever else is, and moved into sight. */
  shown: number | undefined;
};

/** Marks the words wherever they were found, for as long as the bar is there; nothing of the page is changed for it. */
export function FoundMarks({ rows, words, found, shown }: FoundMarksProps): null {
  useEffect(() => {
    const box = rows.current;
    if (!box || typeof Highlight === "undefined") return;
    const mark = () => CSS.highlights.set(name, new Highlight(...marked(box, words, found, shown)));
    mark();
    let next = 0;
    // What comes meanwhile, and what is opened, is marked with the next picture of the page.
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
    // Of a long answer the middle is not where the words are.
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
