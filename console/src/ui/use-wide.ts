import { useCallback, useSyncExternalStore } from "react";

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
