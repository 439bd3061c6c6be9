import type { Edit, EditResult } from "./edit.ts";
import { ambiguousEdit, changedTo } from "./refuse-edit.ts";
import { lineBreakOf, lineNumberAt, soleLineBreak, withLineBreak } from "./split-lines.ts";

const maximumListed = 1000;

/** Where `old` occurs: all places for an ambiguity, an overlapping one too, or none. */
function placesOf(content: string, old: string): number[] {
  const places: number[] = [];
  let at = content.indexOf(old);
  while (at >= 0 && places.length < maximumListed) {
    places.push(at);
    at = content.indexOf(old, at + old.length);
  }
  const only = places.length === 1 ? places[0] : undefined;
  const overlapping = only === undefined ? -1 : content.indexOf(old, only + 1);
  return overlapping < 0 ? places : [...places, overlapping];
}

/**
 * Says how to write `text` in place of a match. The bytes of the match decide its line breaks; a match inside a line
 * takes that line's own, whatever the rest of the file has. Asked for places from front to back.
 */
function replacementAt(content: string, old: string, text: string): (place: number) => string {
  if (!text.includes("\n")) return () => text;
  if (old.includes("\n")) {
    const sole = soleLineBreak(old);
    return () => withLineBreak(text, sole);
  }
  const last = content.endsWith("\n")
    ? undefined
    : lineBreakOf(content.slice(content.lastIndexOf("\n", content.lastIndexOf("\n") - 1) + 1));
  let next = -1;
  return (place) => {
    if (next < place && next !== content.length) {
      next = content.indexOf("\n", place);
      if (next < 0) next = content.length;
    }
    if (next === content.length) return withLineBreak(text, last);
    return withLineBreak(text, content[next - 1] === "\r" ? "\r\n" : "\n");
  };
}

/** Replaces literally; `undefined` if `old` does not occur. */
export function replaceExact(content: string, edit: Edit): EditResult | undefined {
  const places = placesOf(content, edit.old);
  const first = places[0];
  if (first === undefined) return undefined;
  if (!edit.replaceAll && places.length > 1) {
    return ambiguousEdit([...new Set(places.map((at) => lineNumberAt(content, at)))]);
  }
  const replacement = replacementAt(content, edit.old, edit.new);
  const parts: string[] = [];
  let kept = 0;
  for (let at = first; at >= 0; at = edit.replaceAll ? content.indexOf(edit.old, kept) : -1) {
    parts.push(content.slice(kept, at), replacement(at));
    kept = at + edit.old.length;
  }
  return changedTo(content, parts.join("") + content.slice(kept));
}
