/**
 * Keeps lines that are typed ahead in order. A command runs on the session that the lines before it began or changed. A message goes to
 * the session that the commands before it chose. Messages do not wait for each other: the outbox orders them.
 */
export class LinesInOrder {
  readonly #underWay = new Set<Promise<boolean>>();
  readonly #waiting = new Set<{ text: string }>();
  readonly #unsent = new Set<{ text: string }>();
  /** The newest command that is still running. Resolves to true when it succeeded. */
  #command: Promise<boolean> | undefined;

  /** Messages that wait for a command and are not sent yet. */
  get waiting(): readonly string[] {
    return [...this.#waiting].map(({ text }) => text);
  }

  /** Messages that are not accepted yet. */
  get unsent(): readonly string[] {
    return [...this.#unsent].map(({ text }) => text);
  }

  /** Takes back the messages that wait for a command. They are not sent. */
  takeWaiting(): string[] {
    const taken = [...this.#waiting];
    this.#waiting.clear();
    return taken.map(({ text }) => text);
  }

  /** Resolves when every line has succeeded or failed. */
  async over(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Sends a message after the commands before it. When the last of these failed, the message is put back: it relied on that command. */
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

  /** Runs a command after everything before it. Rejects with the command's error. */
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
      () => false, // expected: the caller gets the error
    );
    this.#underWay.add(over);
    void over.then(() => this.#underWay.delete(over));
    return over;
  }
}
