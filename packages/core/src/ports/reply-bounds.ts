/**
 * How much of one reply is taken, at its two doors. What comes over the wire is bounded by the backend, for the memory's sake: a
 * server that goes beyond it is not well, and the reply is a failure. What a turn keeps is bounded by core, for the window's and the
 * log's sake: a model that goes beyond it is stopped, and what it said stays. Lengths are in UTF-16 units.
 */
export const wireBounds = {
  /** Bytes of one line or one event: a whole call with its arguments fits, as Ollama sends it. */
  line: 2 ** 20,
  /** Words and thinking together, more than the largest windows hold. */
  words: 4 * 2 ** 20,
  /** The names and arguments of all calls: what a line may hold. */
  arguments: 2 ** 20,
  calls: 64,
} as const;

export const keptBounds = {
  /** Words, and thoughts: about 65,000 tokens. */
  text: 256 * 2 ** 10,
  /** The arguments of all calls together: more than any file that is written in one piece. */
  arguments: 2 * 2 ** 20,
  /** Calls; models that work make one to eight. */
  calls: 64,
} as const;
