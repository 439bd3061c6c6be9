import { useCallback, useSyncExternalStore } from "react";

/** Page widths from which there is space beside a conversation. CSS pixels. */
export const room = {
  /** Both sides of a diff. */
  sides: 1000,
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
