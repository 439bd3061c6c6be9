import { useContext, useEffect } from "react";
import { InFocusContext } from "./part-in-focus.ts";

type Press = Pick<KeyboardEvent, "key" | "code" | "altKey" | "ctrlKey" | "metaKey">;

/** Global shortcuts. Single letters work only while no text is being written. */
const shortcuts = {
  sheet: { shown: ["?"], writing: false, is: ({ key }: Press) => key === "?" },
  palette: {
    shown: ["Ctrl/⌘ K"],
    writing: true,
    is: ({ key, ctrlKey, metaKey }: Press) => (ctrlKey || metaKey) && key.toLowerCase() === "k",
  },
  new: { shown: ["Alt N"], writing: true, is: ({ code, altKey }: Press) => altKey && code === "KeyN" },
  composer: {
    shown: ["/"],
    writing: false,
    is: ({ key, ctrlKey, metaKey, altKey }: Press) => key === "/" && !ctrlKey && !metaKey && !altKey,
  },
  approval: { shown: ["Alt A"], writing: true, is: ({ code, altKey }: Press) => altKey && code === "KeyA" },
  find: {
    shown: ["Ctrl/⌘ F"],
    writing: true,
    is: ({ key, ctrlKey, metaKey }: Press) => (ctrlKey || metaKey) && key.toLowerCase() === "f",
  },
  beside: { shown: ["Alt B"], writing: true, is: ({ code, altKey }: Press) => altKey && code === "KeyB" },
  inspector: { shown: ["Alt I"], writing: true, is: ({ code, altKey }: Press) => altKey && code === "KeyI" },
} as const;

export type Shortcut = keyof typeof shortcuts;

/** A shortcut's notation on the shortcut sheet. */
export function shownKeys(name: Shortcut): readonly string[] {
  return shortcuts[name].shown;
}

/** Runs `act` on the shortcut `name` when this part of the page has the focus. */
export function useShortcut(name: Shortcut, act: () => void): void {
  const inFocus = useContext(InFocusContext);
  useEffect(() => {
    if (!inFocus) return;
    const shortcut = shortcuts[name];
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || !shortcut.is(event)) return;
      if (!shortcut.writing && isWriting(event.target)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [name, act, inFocus]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
