import { cutToWidth } from "./cut-to-width.ts";
import { oneLine } from "./one-line.ts";
import { widthOf } from "./width.ts";

/** The current activity, and facts about it. */
export type Working = {
  /** The current activity; cut when it does not fit. */
  sentence: string;
  /** Elapsed time. */
  time: string;
  /** Further facts, most important first. */
  facts: readonly string[];
  /** How to stop it, and queued messages; never left out. */
  keys: readonly string[];
};

const between = " · ";

/** One row: facts are dropped from the last one on, then the sentence is cut. Time and keys stay. */
export function workingRow({ sentence, time, facts, keys }: Working, columns: number): string {
  const kept = [...facts];
  const rest = () => ["", time, ...kept, ...keys].join(between);
  const enough = Math.min(widthOf(sentence), shortest);
  while (kept.length > 0 && enough + widthOf(rest()) > columns) kept.pop();
  const room = columns - widthOf(rest());
  return room < 1
    ? cutToWidth(rest().slice(between.length), columns)
    : cutToWidth(oneLine(sentence), room) + rest();
}

/** Facts are dropped before the sentence gets shorter. Columns. */
const shortest = 24;
