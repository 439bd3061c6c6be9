import type { OpId } from "@kestrel/protocol";

/** How the user hurries a reply that is still thinking. One reply listens at a time: the newest. */
export class ReasoningStop {
  #listener: ((opId: OpId) => boolean) | undefined;

  /** `listener` says whether there was thinking to end. Returns the way to stop listening. */
  listen(listener: (opId: OpId) => boolean): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** True when somebody was thinking. */
  request(opId: OpId): boolean {
    return this.#listener?.(opId) ?? false;
  }
}
