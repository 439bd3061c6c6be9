import { useEffect, useRef } from "react";
import { meaningOfKey } from "./composer-keys.ts";

/** Escape stops the turn wherever the focus is; above the page it closes what is open there, and nothing else. A key held down is one press. */
export function useStopKey(stop: (() => void) | undefined): void {
  const now = useRef(stop);
  now.current = stop;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || meaningOfKey(event) !== "stop") return;
      if (document.querySelector("dialog[open], [popover]:popover-open")) return;
      now.current?.();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
