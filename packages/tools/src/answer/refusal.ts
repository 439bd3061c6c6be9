import type { SeenFile } from "@kestrel/protocol";

/** Something the model asked for that is not done. The message goes to the model: what is wrong, what to try. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code = "refused";
  /** Files whose present content the message shows well enough to act on. */
  readonly seen: readonly SeenFile[] | undefined;

  constructor(message: string, seen?: readonly SeenFile[]) {
    super(message);
    this.seen = seen;
  }
}

/** Something that needs no doing: an answer in place of a change, and no mistake of the model's. */
export class NothingToDo extends Error {
  override readonly name = "NothingToDo";
}
