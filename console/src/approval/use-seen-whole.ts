import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { firstUnseen, type Stretches, unseenHeight, withStretch } from "./seen-stretches.ts";
import { hasBox } from "./use-arming.ts";

/** Polling interval for text that comes into view without a scroll (a card above closes, a sheet closes). Milliseconds. */
const lookEveryMs = 200;

/** The button scrolls to at least one readable line. CSS pixels. */
const linePx = 32;

/** Questions that were shown completely. Shared, because two components may render the same question. */
const shownWhole = new WeakSet<object>();

/** Lines that the user skipped explicitly, and how many there are. */
export type SkippedLines = { lines: number; of: number };

/** The skipped lines of each question. Shared by all components that render it. */
const skippedIn = new WeakMap<object, SkippedLines>();

/** How much of a question was shown. */
export type Seen = "unseen" | "whole" | "skipped";

const looking = new Set<() => void>();

function markWhole(question: object): void {
  shownWhole.add(question);
  for (const tell of looking) tell();
}

function whenSeen(tell: () => void): () => void {
  looking.add(tell);
  return () => void looking.delete(tell);
}

const seenOf = (question: object): Seen =>
  !shownWhole.has(question) ? "unseen" : skippedIn.has(question) ? "skipped" : "whole";

/** How much of each question was shown, wherever it is rendered. */
export function useSeen(questions: readonly object[]): Seen[] {
  useSyncExternalStore(whenSeen, () => questions.map(seenOf).join());
  return questions.map(seenOf);
}

export type SeenWhole = {
  /** The element whose content must be seen. It and its ancestors may scroll. */
  frame: (element: HTMLElement | null) => void;
  /** Every pixel was on the screen at some time. */
  whole: boolean;
  /** Whether the first part that was not shown is above the visible part. */
  above: boolean;
  /** Scrolls to the first part not shown yet. */
  showNext(): void;
  /** Scrolls to the end. What was not shown counts as skipped, and is reported. */
  skipToEnd(): void;
  skipped?: SkippedLines;
};

/** Tracks whether a text was on the screen from its first to its last line. `question` identifies it while it waits. */
export function useSeenWhole(question: object | undefined): SeenWhole {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [whole, setWhole] = useState(() => question !== undefined && shownWhole.has(question));
  const [above, setAbove] = useState(false);
  const next = useRef(0);
  const known = useRef<Stretches>([]);

  useEffect(() => {
    if (!element || whole || !question) return;
    let seen: Stretches = [];
    let size = "";
    const look = () => {
      if (document.visibilityState !== "visible" || document.querySelector("dialog[open]")) return;
      // A hidden element has no height, so nothing would be left to see.
      if (!hasBox(element)) return;
      const sizeNow = `${element.scrollWidth} ${element.scrollHeight}`;
      // A new size moves the lines, so the recorded positions are invalid.
      if (sizeNow !== size) seen = [];
      size = sizeNow;
      const shown = onScreen(element);
      if (shown) seen = withStretch(seen, ...shown);
      known.current = seen;
      const unseen = firstUnseen(seen, element.scrollHeight);
      next.current = unseen ?? 0;
      setAbove(shown !== undefined && next.current < shown[0]);
      if (unseen !== undefined && !shownWhole.has(question)) return;
      markWhole(question);
      setWhole(true);
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    // Scroll events do not bubble; the capture phase sees those of every scroller.
    window.addEventListener("scroll", look, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener("scroll", look, { capture: true });
    };
  }, [element, whole, question]);

  const showNext = useCallback(() => {
    if (!element) return;
    const from = next.current;
    element.scrollTop = from;
    if (showsFrom(element, from)) return;
    element.scrollIntoView({ block: "nearest" });
    // When the element is taller than its scroller, the browser does not scroll.
    if (!showsFrom(element, from)) scrollOutersTo(element, from);
  }, [element]);

  const skipToEnd = useCallback(() => {
    if (!element || !question) return;
    const { scrollHeight } = element;
    const line = Number.parseFloat(getComputedStyle(element).lineHeight) || linePx;
    const countOf = (pixels: number) => Math.max(1, Math.round(pixels / line));
    skippedIn.set(question, {
      lines: countOf(unseenHeight(known.current, scrollHeight)),
      of: countOf(scrollHeight),
    });
    markWhole(question);
    setWhole(true);
    element.scrollTop = scrollHeight;
  }, [element, question]);

  return {
    frame: setElement,
    whole,
    above,
    showNext,
    skipToEnd,
    skipped: question && whole ? skippedIn.get(question) : undefined,
  };
}

/** Whether at least a line of the content from `from` on is on the screen. */
function showsFrom(element: HTMLElement, from: number): boolean {
  const shown = onScreen(element);
  return (
    shown !== undefined &&
    shown[0] <= from + 1 &&
    shown[1] >= Math.min(from + linePx, element.scrollHeight - 1)
  );
}

/** Scrolls all ancestors until the element's content at `from` is at the upper edge. */
function scrollOutersTo(element: HTMLElement, from: number): void {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (!["auto", "scroll"].includes(getComputedStyle(outer).overflowY)) continue;
    const line = element.getBoundingClientRect().top + element.clientTop + from - element.scrollTop;
    outer.scrollTop += Math.floor(
      line - outer.getBoundingClientRect().top - (stuckHeader(element)?.height ?? 0),
    );
  }
}

/** The card's sticky heading, when it is at the upper edge. */
function stuckHeader(element: HTMLElement): DOMRect | undefined {
  const header = element.closest("[data-approval]")?.querySelector(":scope > header");
  return header && getComputedStyle(header).position === "sticky"
    ? header.getBoundingClientRect()
    : undefined;
}

/** The part of an element's content that is visible now, clipped by all its scrollers. */
function onScreen(element: HTMLElement): [from: number, to: number] | undefined {
  const { top } = element.getBoundingClientRect();
  const start = top + element.clientTop;
  let from = Math.max(start, 0);
  let to = Math.min(start + element.clientHeight, window.innerHeight);
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === "visible") continue;
    const edge = outer.getBoundingClientRect();
    from = Math.max(from, edge.top);
    to = Math.min(to, edge.bottom);
  }
  // The sticky question covers what is behind it.
  from = Math.max(from, stuckHeader(element)?.bottom ?? from);
  if (to <= from) return undefined;
  return [element.scrollTop + from - start, element.scrollTop + to - start];
}
