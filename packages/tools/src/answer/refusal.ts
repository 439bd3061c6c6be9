import type { SeenFile } from "@kestrel/protocol";

/** A request of the model that is refused. The message goes to the model: what is wrong, what to try. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code = "refused";
  /** Files whose current content the message shows well enough to act on. */
  readonly seen: readonly SeenFile[] | undefined;

  constructor(message: string, seen?: readonly SeenFile[]) {
    super(message);
    this.seen = seen;
  }
}

/** Nothing to change: an answer in place of a change, not an error of the model. */
export class NothingToDo extends Error {
  override readonly name = "NothingToDo";
}
