import type { SimpleCommand } from "@kestrel/protocol";

/** What a line may take that the person is not asked about. */
export type ReadingBounds = {
  /** Seconds, at most. */
  seconds: number;
  /** Bytes, of each of its processes. */
  memoryBytes: number;
};

const mebibyte = 1024 ** 2;
/** The default time limit of every command. */
const seconds = 120;
/** Of those that run at once, together: jq takes about ten times the size of a file. */
const together = 1024 * mebibyte;
/** Node itself needs half of it to start. */
const least = 128 * mebibyte;

/** The bounds of a read-only line: one gibibyte for all that runs at once, and two minutes. */
export function readingBounds(commands: readonly Pick<SimpleCommand, "joint">[]): ReadingBounds {
  const atOnce = 1 + commands.filter(({ joint }) => joint === "|" || joint === "&").length;
  return { seconds, memoryBytes: Math.max(least, Math.floor(together / atOnce)) };
}
