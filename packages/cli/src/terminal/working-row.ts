import { cutToWidth } from "./cut-to-width.ts";
import { oneLine } from "./one-line.ts";
import { widthOf } from "./width.ts";

/** What goes on, and what is said beside it. */
export type Working = {
  /** What goes on now; cut where there is no room. */
  sentence: string;
  /** How long already. */
  time: string;
  /** What else is known, the most wanted first. */
  facts: readonly string[];
  /** How to stop it, and what waits; never left out. */
  keys: readonly string[];
};

const between = " · ";

/** One row: facts are left out from the last one on, then the sentence is cut. Time and keys stay. */
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

/** Of a sentence so many columns are worth more than a fact. */
const shortest = 24;
