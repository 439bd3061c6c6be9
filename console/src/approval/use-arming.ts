import { answerArmMs } from "@kestrel/session-state";
import { useCallback, useEffect, useState } from "react";

/** False for mounted but hidden elements: the other column, the conversation behind the changes. */
export const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

/**
 * When the answers were rendered, and whether that is long enough ago for a click to be meant for them. Restarts each time they appear:
 * before, there was nothing to read.
 */
export function useArming() {
  const [askedAt, setAskedAt] = useState<number>();
  const [armedFor, setArmedFor] = useState<number>();
  useEffect(() => {
    if (askedAt === undefined) return;
    const timer = setTimeout(() => setArmedFor(askedAt), answerArmMs);
    return () => clearTimeout(timer);
  }, [askedAt]);
  /** The element that contains the answers. */
  const answers = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setAskedAt((before) => (hasBox(element) ? (before ?? Date.now()) : undefined)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { answers, askedAt, drawn: askedAt !== undefined && armedFor === askedAt };
}
