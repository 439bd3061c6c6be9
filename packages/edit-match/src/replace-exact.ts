import { ambiguousEdit, changedTo, type Edit, type EditResult } from "./edit.ts";
import { lineBreakOf, lineNumberAt, soleLineBreak, withLineBreak } from "./lines.ts";

const maximumListed = 1000;

/** Where `old` occurs: all places for an ambiguity, an overlapping one too, or none. */
function placesOf(content: string, old: string): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(old); at >= 0 && places.length < maximumListed; ) {
    places.push(at);
    at = content.indexOf(old, at + old.length);
  }
  const [only, ...others] = places;
  const overlapping = only === undefined || others.length > 0 ? -1 : content.indexOf(old, only + 1);
  return overlapping < 0 ? places : [...places, overlapping];
}

/** How to write `text` at a match: its bytes decide the line breaks, or inside a line that line's own. Asked for places from front to back. */
function replacementAt(content: string, old: string, text: string): (place: number) => string {
  if (!text.includes("\n")) return () => text;
  if (old.includes("\n")) {
    const sole = soleLineBreak(old);
    return () => withLineBreak(text, sole);
  }
  const beforeLast = content.lastIndexOf("\n", content.lastIndexOf("\n") - 1);
  const last = content.endsWith("\n") ? undefined : lineBreakOf(content.slice(beforeLast + 1));
  let next = -1;
  return (place) => {
    if (next < place && next !== content.length) next = content.indexOf("\n", place);
    if (next < 0) next = content.length;
    if (next === content.length) return withLineBreak(text, last);
    return withLineBreak(text, content[next - 1] === "\r" ? "\r\n" : "\n");
  };
}

export function replaceExact(content: string, edit: Edit): EditResult | undefined {
  const places = placesOf(content, edit.old);
  if (places.length === 0) return undefined;
  if (!edit.replaceAll && places.length > 1)
    return ambiguousEdit(places.map((at) => lineNumberAt(content, at)));
  const replacement = replacementAt(content, edit.old, edit.new);
  const parts: string[] = [];
  let kept = 0;
  for (let at = places[0] ?? -1; at >= 0; at = edit.replaceAll ? content.indexOf(edit.old, kept) : -1) {
    parts.push(content.slice(kept, at), replacement(at));
    kept = at + edit.old.length;
  }
  return changedTo(content, parts.join("") + content.slice(kept));
}
