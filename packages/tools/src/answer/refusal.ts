import type { SeenFile } from "@kestrel/protocol";

/** Something the model asked for that is not done. The message goes to the model: what is wrong, what to try. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Files whose present content the message shows well enough to act on. */
  readonly seen: readonly SeenFile[] | undefined;

  constructor(message: string, seen?: readonly SeenFile[]) {
    super(message);
    this.seen = seen;
  }
}
