import { partInFocus } from "./part-in-focus.ts";

/**
 * Focuses the message field when nothing has the focus, so that typed text is not lost. On a touch screen that would open the keyboard over
 * the page.
 */
export function focusMessageField(): void {
  if (document.activeElement !== document.body || matchMedia("(pointer: coarse)").matches) return;
  partInFocus().querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
}
