/** How the user hurries a reply that is still thinking. One reply listens at a time: the newest. */
export class ReasoningStop {
  #listener: (() => boolean) | undefined;

  /** `listener` says whether there was thinking to end. Returns the way to stop listening. */
  listen(listener: () => boolean): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** True when somebody was thinking. */
  request(): boolean {
    return this.#listener?.() ?? false;
  }
}
