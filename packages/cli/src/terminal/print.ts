import { atWords } from "./at-words.ts";
import { softWrapped } from "./soft-wrapped.ts";
import { canRewrite } from "./style.ts";
import { toTerminal } from "./to-terminal.ts";

/** A result, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${toTerminal(text)}\n`);
}

/** Sentences and tables: wrapped between words at a terminal, unchanged in a pipe. */
export function printAtWords(text: string): void {
  print(atWords(text, process.stdout.columns));
}

/** The model's text as a result: byte for byte into a pipe or a file; at a terminal escaped, and wrapped between words. */
export function printAnswer(text: string): void {
  const { stdout, env } = process;
  if (canRewrite(stdout, env)) print(softWrapped(text, stdout.columns));
  else if (stdout.isTTY) print(text);
  else stdout.write(`${text}\n`);
}

/** Progress or errors, on standard error. */
export function printAside(text: string): void {
  process.stderr.write(`${toTerminal(text)}\n`);
}

/** The same, wrapped between words at a terminal. */
export function printAsideAtWords(text: string): void {
  printAside(atWords(text, process.stderr.columns));
}

/** A value for programs, as one line of JSON. Control characters are written as JSON escapes: the value is the same. */
export function printJson(value: unknown): void {
  const escaped = JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(""),
  );
  process.stdout.write(`${escaped}\n`);
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
