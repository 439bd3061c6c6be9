import { useCallback, useSyncExternalStore } from "react";

/** How wide the page is, in CSS pixels, where there is room beside a conversation. */
export const room = {
  /** For both sides of a diff. */
  sides: 1000,
  /** For a panel. */
  panel: 1100,
  /** For another conversation. */
  two: 1200,
  /** For the list of sessions at its full width and a panel that is there by itself, or what was changed. */
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
