import { type Entry, isSaid, type Sequence } from "@kestrel/session-state";

/** The text of an entry as shown on the page, with the folded parts of cards. */
function wordsOf(entry: Entry): string {
  if (!isSaid(entry)) return "";
  switch (entry.kind) {
    case "user":
    case "note":
      return entry.text;
    case "reply":
      return `${entry.reasoning}\n${entry.text}`;
    case "tool":
      return [
        entry.tool,
        entry.arguments,
        entry.content ?? "",
        ...entry.changes.map(({ diff }) => diff),
      ].join("\n");
    default:
      return entry satisfies never;
  }
}

/** The entries of the timeline that contain the words, oldest first. Ignores the case of letters. */
export function findEntries(timeline: Sequence<Entry>, words: string): number[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  const found: number[] = [];
  let at = timeline.first;
  for (const entry of timeline) {
    if (wordsOf(entry).toLowerCase().includes(wanted)) found.push(at);
    at++;
  }
  return found;
}
