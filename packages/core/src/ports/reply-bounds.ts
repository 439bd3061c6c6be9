/**
 * Limits of one reply. The backend bounds what it receives, to protect memory: a server that exceeds that is faulty, and the reply fails.
 * Core bounds what a turn stores, to protect the window and the log: a model that exceeds that is stopped, and its text stays. Lengths are
 * in UTF-16 units.
 */
export const wireBounds = {
  /** Bytes of one line or one event: fits a whole call with its arguments, as Ollama sends it. */
  line: 2 ** 20,
  /** Text and thinking together, more than the largest windows hold. */
  words: 4 * 2 ** 20,
  /** The names and arguments of all calls: the limit of a line. */
  arguments: 2 ** 20,
  calls: 64,
} as const;

export const keptBounds = {
  /** Text, and thinking: about 65,000 tokens. */
  text: 256 * 2 ** 10,
  /** The arguments of all calls together: more than any file that is written in one piece. */
  arguments: 2 * 2 ** 20,
  /** Calls; working models make one to eight. */
  calls: 64,
} as const;
