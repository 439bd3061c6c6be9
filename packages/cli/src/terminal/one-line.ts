import { visibleText } from "@kestrel/text";

/** A name, label or title as part of one of our lines: it cannot begin a line itself. */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\n/g, "⟨U+000A⟩").replace(/\t/g, "⟨U+0009⟩");
}
