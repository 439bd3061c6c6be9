import type { Entry } from "@kestrel/session-state";

/** The simple commands of the calls in a timeline, each split into words. */
export function commandsIn(timeline: Iterable<Entry>): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (const entry of timeline) {
    if (entry.kind === "tool") for (const { words } of entry.subject?.simple ?? []) found.push(words);
  }
  return found;
}
