import type { EventBody, TurnId } from "@kestrel/protocol";

/** The log gets at most one line of text a second: a crash loses a second, and replay keeps the pace. */
const lineEveryMs = 1_000;

type LineType = "reply.text" | "reply.reasoning";

type Line = { turnId: TurnId; step: number; append(body: EventBody): Promise<void>; now(): number };

/** Gathers words into log lines, at most one a second, in the order they were spoken. */
export class TextCoalescer {
  readonly #line: Line;
  readonly #offsets = { "reply.text": 0, "reply.reasoning": 0 };
  #type: LineType = "reply.text";
  #pending = "";
  #insteadOfText = false;
  #flushedAt: number;

  constructor(line: Line) {
    this.#line = line;
    this.#flushedAt = line.now();
  }

  async add(type: LineType, delta: string): Promise<void> {
    if (type !== this.#type) await this.flush();
    this.#type = type;
    this.#pending += delta;
    if (this.#line.now() - this.#flushedAt >= lineEveryMs) await this.flush();
  }

  /** The text until now was the thinking that follows: the next line says so. */
  async takeBackText(): Promise<void> {
    await this.flush();
    this.#offsets["reply.text"] = 0;
    this.#insteadOfText = true;
  }

  async flush(): Promise<void> {
    if (this.#pending === "") return;
    const { turnId, step, append } = this.#line;
    const text = this.#pending;
    const offset = this.#offsets[this.#type];
    this.#offsets[this.#type] += text.length;
    this.#pending = "";
    this.#flushedAt = this.#line.now();
    const place = { turnId, step, offset, text };
    if (this.#type === "reply.text") return append({ type: this.#type, ...place });
    const insteadOfText = this.#insteadOfText || undefined;
    this.#insteadOfText = false;
    await append({ type: this.#type, ...place, insteadOfText });
  }
}
