import { createContext } from "react";

/** Whether keys that work everywhere are for what stands here: not in the column of two that is out of focus. */
export const InFocusContext = createContext(true);

/** The part of the page that such keys are for: one column where two sessions stand side by side, else all of it. */
export function partInFocus(): ParentNode {
  return document.querySelector("[data-in-focus]") ?? document;
}
