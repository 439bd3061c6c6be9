import type { Fuel } from "../json/blanks.ts";

/** A broken call longer than this takes the ones behind it along: the search must stay cheap. */
const maximumLength = 20_000;

const closerOf: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/**
 * Where the bracket at `at` is closed, one behind it, strings in `quotes` stepped over; `undefined` unless all brackets
 * in between pair. It tells where a broken call ends without understanding it.
 */
export function balancedEnd(
  text: string,
  at: number,
  limit: number,
  quotes: string,
  fuel: Fuel,
): number | undefined {
  const end = Math.min(limit, at + maximumLength);
  fuel.left -= end - at;
  if (fuel.left < 0) return undefined;
  const open: string[] = [];
  for (let index = at; index < end; index += 1) {
    const char = text[index] ?? "";
    if (quotes.includes(char)) {
      for (index += 1; index < end && text[index] !== char; index += 1) {
        if (text[index] === "\n") return undefined;
        if (text[index] === "\\") index += 1;
      }
    } else if (char in closerOf) {
      open.push(closerOf[char] ?? "");
    } else if (char === "}" || char === "]" || char === ")") {
      if (open.pop() !== char) return undefined;
      if (open.length === 0) return index + 1;
    }
  }
  return undefined;
}
