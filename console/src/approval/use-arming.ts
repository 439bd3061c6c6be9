import { answerArmMs } from "@kestrel/session-state";
import { useCallback, useEffect, useState } from "react";

/** False in what is mounted and not shown: the column beside, the conversation behind the changes. */
export const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

/**
 * When the answers came onto the page, and whether that is long enough ago that a press was meant for them. It starts anew
 * each time they come: nothing was there to be read meanwhile.
 */
export function useArming() {
  const [askedAt, setAskedAt] = useState<number>();
  const [armedFor, setArmedFor] = useState<number>();
  useEffect(() => {
    if (askedAt === undefined) return;
    const timer = setTimeout(() => setArmedFor(askedAt), answerArmMs);
    return () => clearTimeout(timer);
  }, [askedAt]);
  /** The element that the answers stand in. */
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
