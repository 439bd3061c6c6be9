import { useCallback, useRef } from "react";

/** Calls `onEnd` once the element shows its end: at once when nothing is hidden, else after scrolling there. */
export function useScrolledToEnd(
  onEnd: () => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  const report = useRef(onEnd);
  report.current = onEnd;
  return useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => {
      const left = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (left < 4) report.current();
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
}
