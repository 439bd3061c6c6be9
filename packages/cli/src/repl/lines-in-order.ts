/**
 * What is typed ahead keeps its order: a command sees the session that the lines before it began or changed, and words go where
 * the commands before them lead. Words do not wait for words; their order is the outbox's.
 */
export class LinesInOrder {
  readonly #underWay = new Set<Promise<boolean>>();
  readonly #waiting = new Set<{ text: string }>();
  readonly #unsent = new Set<{ text: string }>();
  /** The newest command that is not over; true where it was done. */
  #command: Promise<boolean> | undefined;

  /** Words that wait for a command, and have not left. */
  get waiting(): readonly string[] {
    return [...this.#waiting].map(({ text }) => text);
  }

  /** Words that nobody has taken so far. */
  get unsent(): readonly string[] {
    return [...this.#unsent].map(({ text }) => text);
  }

  /** Takes the words that wait for a command: they are not sent. */
  takeWaiting(): string[] {
    const taken = [...this.#waiting];
    this.#waiting.clear();
    return taken.map(({ text }) => text);
  }

  /** Resolves when everything that was entered is over, whichever way. */
  async over(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Sends words behind the commands before them; where the last of these failed they are put back, since they were meant for what it was to do. */
  words(text: string, send: () => Promise<void>, putBack: () => void): void {
    const before = this.#command;
    const line = { text };
    this.#unsent.add(line);
    if (before) this.#waiting.add(line);
    const sent = before
      ? before.then((done) => {
          if (!this.#waiting.delete(line)) return;
          return done ? send() : putBack();
        })
      : send();
    void this.#follow(sent).then(() => this.#unsent.delete(line));
  }

  /** Does a command behind everything before it. Rejects with what it rejects with. */
  command(run: () => Promise<void>): Promise<void> {
    const before = [...this.#underWay];
    const done = before.length === 0 ? run() : Promise.all(before).then(run);
    const over = this.#follow(done);
    this.#command = over;
    void over.then(() => {
      if (this.#command === over) this.#command = undefined;
    });
    return done;
  }

  #follow(work: Promise<void>): Promise<boolean> {
    const over = work.then(
      () => true,
      () => false, // expected: the caller is told
    );
    this.#underWay.add(over);
    void over.then(() => this.#underWay.delete(over));
    return over;
  }
}
