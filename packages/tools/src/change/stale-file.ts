import { applyEdit } from "@kestrel/edit-match";
import { clipEnd } from "../answer/clip.ts";
import { excerpt } from "./excerpt.ts";

const linesAround = 8;
const mostLines = 40;
/** Lines of an edit to search for; each search covers the whole text. */
const mostLookedFor = 20;

/** The part of a changed file that an edit was meant for: where it would still match, else the nearest lines, else the start. */
export function freshExcerpt(text: string, edit: { old: string; new: string }, outputLimit: number): string {
  const first = meantLine(text, edit);
  const last = first + edit.old.split("\n").length - 1;
  const room = Math.max(400, Math.floor(outputLimit / 2));
  return clipEnd(excerpt(text, first, last, linesAround, mostLines), room);
}

function meantLine(text: string, edit: { old: string; new: string }): number {
  const exact = edit.old === "" ? -1 : text.indexOf(edit.old);
  if (exact >= 0) return lineAt(text, exact);
  const places = onlyPlaces(text.split(/\r?\n/));
  // An exact line that occurs only once is the best evidence.
  for (const [index, wanted] of edit.old.split(/\r?\n/).entries()) {
    const at = wanted.trim().length > 3 ? places.get(wanted) : undefined;
    if (at !== undefined) return Math.max(1, at + 1 - index);
  }
  const result = applyEdit(text, { old: edit.old, new: edit.new });
  const closest = result.ok ? undefined : result.closest?.line;
  if (closest !== undefined) return closest;
  const words = new Set(edit.old.split("\n").map((line) => line.trim()));
  const known = [...words].filter((line) => line.length > 3).slice(0, mostLookedFor);
  return lineAt(text, known.map((line) => text.indexOf(line)).find((index) => index >= 0) ?? 0);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** The index of each line; undefined for a line that occurs more than once. */
function onlyPlaces(lines: readonly string[]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? undefined : at);
  return places;
}
