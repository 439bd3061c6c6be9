import { createContext } from "react";

/** Whether global shortcuts apply to this part: false in the column, of two, that is out of focus. */
export const InFocusContext = createContext(true);

/** The part of the page that global shortcuts apply to: the column in focus, or the whole page. */
export function partInFocus(): ParentNode {
  return document.querySelector("[data-in-focus]") ?? document;
}
