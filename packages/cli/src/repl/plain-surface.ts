import { createInterface } from "node:readline";
import type { Say } from "../i18n/say.ts";
import { HeldLines } from "../terminal/held-lines.ts";
import { toTerminal } from "../terminal/to-terminal.ts";
import type { Surface, SurfaceEvents } from "./surface.ts";

/** The dialogue as plain lines: for screen readers, dumb terminals and `--plain`. Answers are typed and sent with Enter. */
export class PlainSurface implements Surface {
  readonly #say: Say;
  #close = () => {};
  #openLine = false;
  #leaving = false;
  readonly #held = new HeldLines();

  constructor(say: Say) {
    this.#say = say;
  }

  open(events: SurfaceEvents): void {
    const lines = createInterface({ input: process.stdin, terminal: false });
    lines.on("line", (line) => {
      this.#leaving = false;
      events.entered(line, () => undefined);
    });
    lines.once("close", () => events.leave());
    const onSignal = () => {
      const stopped = events.interrupt();
      if (stopped === true) return;
      if (stopped || this.#leaving) return events.leave(true);
      this.#leaving = true;
      this.print(this.#say("repl.leaveHow"));
    };
    process.on("SIGINT", onSignal);
    this.#close = () => {
      process.off("SIGINT", onSignal);
      lines.removeAllListeners("close");
      lines.close();
    };
  }

  readonly byLine = true;

  /** Piped input counts as pasted. */
  wasPasted(): boolean {
    return process.stdin.isTTY !== true;
  }

  readonly draft = "";

  get size(): { columns: number; rows: number } {
    return { columns: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 };
  }

  print(text: string, shown?: () => void): void {
    if (!shown && this.#held.keep(text)) return;
    this.endStream();
    this.#line(text);
    shown?.();
  }

  /** Lines are not wrapped: a screen reader or another program gets each in full. */
  tell(text: string): void {
    this.print(text);
  }

  #line(text: string): void {
    if (this.#openLine) process.stdout.write("\n");
    this.#openLine = false;
    process.stdout.write(`${toTerminal(text)}\n`);
  }

  stream(words: string): void {
    this.#held.stream(words, { add: (part) => this.#add(part), endStream: () => this.endStream() });
  }

  endStream(): void {
    for (const text of this.#held.release()) this.#line(text);
  }

  #add(words: string): void {
    if (words === "") return;
    this.#held.said(words);
    process.stdout.write(toTerminal(words));
    this.#openLine = !words.endsWith("\n");
  }

  hint(): void {}

  work(): void {}

  live(): void {}

  question(how: { text: string } | undefined): void {
    if (how && how.text !== "") this.print(how.text);
  }

  mark(): void {}

  putBack(text: string): void {
    this.print(this.#say("repl.notSent", { text }));
  }

  clearLine(): void {}

  rereadHistory(): void {}

  async pick(): Promise<undefined> {}

  async outside(run: () => Promise<unknown>): Promise<void> {
    await run();
  }

  close(): void {
    this.endStream();
    this.#close();
  }
}
