import { ambiguousEdit, changedTo, type Edit, type EditResult, editNotFound, invalidEdit } from "./edit.ts";
import { editReadings, escapedReadings } from "./edit-readings.ts";
import { type Line, lineBreakOf, lineNumberAt, soleLineBreak, splitLines, withLineBreak } from "./lines.ts";
import { type LineMatch, matchElided, matchLines } from "./match-lines.ts";

/** Puts the lines of `matches` in place, the first of those that overlap; nothing else moves. */
function replaceLines(content: string, file: Line[], matches: LineMatch[]): EditResult {
  const parts: string[] = [];
  let kept = 0;
  for (const { from, to, lines } of matches) {
    const first = file[from];
    const last = file[to - 1];
    if (!first || !last || first.start < kept) continue;
    const eol = first.eol || last.eol || (lineBreakOf(content) ?? "\n");
    parts.push(content.slice(kept, first.start), lines.join(eol));
    kept = last.start + last.text.length + (lines.length === 0 ? last.eol.length : 0);
  }
  return changedTo(content, parts.join("") + content.slice(kept));
}

function replaceTolerant(content: string, file: Line[], edit: Edit): EditResult | undefined {
  const matches = matchLines(file, edit.old, edit.new, edit.replaceAll ? Infinity : undefined);
  if (matches.length > 1 && !edit.replaceAll) return ambiguousEdit(matches.map(({ from }) => from + 1));
  if (matches.length > 0) return replaceLines(content, file, matches);
  const [chain, ...others] = matchElided(file, edit.old, edit.new);
  if (!chain) return undefined;
  if (others.length === 0) return replaceLines(content, file, chain);
  return ambiguousEdit([chain, ...others].map(([match]) => (match?.from ?? 0) + 1));
}

/** A text of blanks only matches exactly; on an empty file it counts as empty. */
function replaceBlank(content: string, edit: Edit): EditResult {
  if (edit.old === edit.new && content !== "") return changedTo("", "");
  if (edit.old !== "" && content !== "")
    return replaceExact(content, edit) ?? invalidEdit("`old` is blank. Give the lines to replace.");
  if (content.trim() === "") return changedTo(content, edit.new);
  const message = "`old` is empty, but the file is not. Give the lines to replace, or write the whole file.";
  return invalidEdit(message);
}

/** Replaces the last lines of a file whose `old` ends in more line breaks than the file does: those of the file stay. */
function replaceAtEnd(content: string, edit: Edit): EditResult | undefined {
  if (!/\n\r?\n$/.test(edit.old)) return undefined;
  const breaks = (text: string) => /(?:\r?\n)*$/.exec(text.slice(-2000))?.[0] ?? "";
  const longer = content + breaks(edit.old);
  const result = replaceTolerant(longer, splitLines(longer), edit);
  if (!result?.ok) return result;
  const kept = result.content.slice(0, -breaks(result.content).length || undefined);
  return changedTo(content, kept + breaks(content));
}

/** What the edit makes of the file in each way it may be meant, the most literal first. */
function* attempts(content: string, file: Line[], edit: Edit): Iterable<EditResult | undefined> {
  const usual = lineBreakOf(content);
  const other = usual === "\r\n" ? "\n" : "\r\n";
  for (const reading of editReadings(edit)) {
    const meant = { ...edit, ...reading };
    // With the line breaks as given, as the file mostly has them, or as it has them elsewhere.
    const olds = [meant.old, withLineBreak(meant.old, usual), withLineBreak(meant.old, usual && other)];
    for (const old of new Set(olds)) yield replaceExact(content, { ...meant, old });
    yield replaceTolerant(content, file, meant);
  }
  for (const reading of escapedReadings(edit)) yield replaceExact(content, { ...edit, ...reading });
  yield replaceAtEnd(content, edit);
}

function edited(content: string, edit: Edit): EditResult {
  if (edit.old.trim() === "") return replaceBlank(content, edit);
  if (edit.old === edit.new) return changedTo("", "");
  const file = splitLines(content);
  for (const result of attempts(content, file, edit)) if (result) return result;
  return editNotFound(content, file, edit.old, edit.new);
}

/** Replaces `old` by `new` in `content`; where it would have to guess, it refuses. Never throws. */
export function applyEdit(content: string, given: Edit): EditResult {
  const { old, new: replacement, replaceAll } = Object(given) as Partial<Edit>;
  if (typeof content !== "string" || typeof old !== "string" || typeof replacement !== "string")
    return invalidEdit("The edit needs the file's text, `old` and `new`, all of them text.");
  try {
    const bom = content.startsWith("\uFEFF") ? "\uFEFF" : "";
    const bare = (text: string) => text.replace(/^\uFEFF/, "");
    const edit = { old: bare(old), new: bare(replacement), replaceAll: replaceAll === true };
    const result = edited(content.slice(bom.length), edit);
    return result.ok ? { ok: true, content: bom + result.content } : result;
  } catch (fault) {
    return { ...invalidEdit("The edit could not be applied."), fault };
  }
}

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

function replaceExact(content: string, edit: Edit): EditResult | undefined {
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
