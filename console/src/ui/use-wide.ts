import { type RefCallback, useCallback, useState, useSyncExternalStore } from "react";

/** Page widths from which there is space beside a conversation. CSS pixels. */
export const room = {
  /** A panel. */
  panel: 1100,
  /** Another conversation. */
  two: 1200,
  /** The full session list together with an always-open panel, or the changes. */
  three: 1280,
} as const;

/** Whether the page is at least `pixels` wide. */
export function useWide(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** The width from which both sides of a diff fit into it. CSS pixels. */
const sidesPx = 504;

/** Whether both sides of a diff fit into an element without padding. */
export function useSides(): [frame: RefCallback<HTMLElement>, hasSides: boolean] {
  const [hasSides, setHasSides] = useState(false);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setHasSides(element.clientWidth >= sidesPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, hasSides];
}
