import type { SimpleCommand } from "@kestrel/protocol";

/** Limits of a line that runs without approval. */
export type ReadingBounds = {
  seconds: number;
  /** Bytes, for each of its processes. */
  memoryBytes: number;
};

const mebibyte = 1024 ** 2;
/** The default time limit of every command. */
const seconds = 120;
/** Shared by the commands that run at once: jq takes about ten times the size of a file. */
const together = 1024 * mebibyte;
/** Node itself needs half of it to start. */
const least = 128 * mebibyte;

/** Limits of a read-only line: one gibibyte for all concurrent commands, and two minutes. */
export function readingBounds(commands: readonly Pick<SimpleCommand, "joint">[]): ReadingBounds {
  const atOnce = 1 + commands.filter(({ joint }) => joint === "|" || joint === "&").length;
  return { seconds, memoryBytes: Math.max(least, Math.floor(together / atOnce)) };
}
