/** Replace `old` by `new`; once, unless `replaceAll`. */
export type Edit = { old: string; new: string; replaceAll?: boolean };

/** Why an edit was refused. */
export type EditRefusal = "not_found" | "ambiguous" | "no_change" | "invalid";

/** Why an edit was not made: a sentence for the model, and the facts behind it. */
export type EditProblem = {
  ok: false;
  error: EditRefusal;
  message: string;
  /** The closest lines of the file, where there are any. */
  closest?: { line: number; text: string };
  /** Of an ambiguous one: the lines it may mean. */
  lines?: readonly number[];
  /** The line at which the new text stands already. */
  madeAt?: number;
  /** What was thrown while the edit was matched: a fault of ours, to be reported by whoever can. */
  fault?: unknown;
};

/** The new content, or why there is none. */
export type EditResult = { ok: true; content: string } | EditProblem;
