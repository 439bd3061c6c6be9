import { useContext, useEffect, useRef } from "react";
import { InFocusContext } from "../../ui/part-in-focus.ts";
import { meaningOfKey } from "./composer-keys.ts";

/** Escape stops the turn of the focused column, wherever the focus is; in a dialog it only closes that. A held key counts once. */
export function useStopKey(stop: (() => void) | undefined): void {
  const now = useRef(stop);
  now.current = useContext(InFocusContext) ? stop : undefined;
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
