/**
 * What is typed ahead keeps its order: a command sees the session that the lines before it began or changed, and words go where
 * the commands before them lead. Words do not wait for words; their order is the outbox's.
 */
export class LinesInOrder {
  readonly #underWay = new Set<Promise<boolean>>();
  readonly #waiting = new Set<{ text: string }>();
  /** The newest command that is not over; true where it was done. */
  #command: Promise<boolean> | undefined;

  /** Words that wait for a command, and have not left. */
  get waiting(): readonly string[] {
    return [...this.#waiting].map(({ text }) => text);
  }

  /** Sends words behind the commands before them; where the last of these failed they are put back, since they were meant for what it was to do. */
  words(text: string, send: () => Promise<void>, putBack: () => void): void {
    const before = this.#command;
    if (!before) return void this.#follow(send());
    const line = { text };
    this.#waiting.add(line);
    const sent = before.then((done) => {
      this.#waiting.delete(line);
      return done ? send() : putBack();
    });
    this.#follow(sent);
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
      () => false,
    );
    this.#underWay.add(over);
    void over.then(() => this.#underWay.delete(over));
    return over;
  }
}
