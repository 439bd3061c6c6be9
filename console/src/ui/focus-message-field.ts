import { partInFocus } from "./part-in-focus.ts";

/**
 * Puts the focus into the message field where nothing has it, so that what is typed next is not lost. On a touch screen
 * that would raise the keyboard over what is to be read.
 */
export function focusMessageField(): void {
  if (document.activeElement !== document.body || matchMedia("(pointer: coarse)").matches) return;
  partInFocus().querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
}
