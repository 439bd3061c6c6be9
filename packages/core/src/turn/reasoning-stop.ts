import type { OpId } from "@kestrel/protocol";

/** Lets the user end the thinking of a running reply. Only the newest reply is affected. */
export class ReasoningStop {
  #listener: ((opId: OpId) => boolean) | undefined;

  /** `listener` returns whether there was thinking to end. Returns a function that stops listening. */
  listen(listener: (opId: OpId) => boolean): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** Returns whether the model was thinking. */
  request(opId: OpId): boolean {
    return this.#listener?.(opId) ?? false;
  }
}
