import type { TurnParts } from "./turn-parts.ts";

/** The log gets at most one line of text a second: a crash loses a second, and replay keeps the pace. */
const lineEveryMs = 1_000;

type LineType = "reply.text" | "reply.reasoning";

/** Gathers words into log lines, at most one a second, in the order they were spoken. */
export class PacedLines {
  readonly #parts: TurnParts;
  readonly #step: number;
  readonly #offsets = { "reply.text": 0, "reply.reasoning": 0 };
  #type: LineType = "reply.text";
  #pending = "";
  #insteadOfText = false;
  #flushedAt: number;

  constructor(parts: TurnParts, step: number) {
    this.#parts = parts;
    this.#step = step;
    this.#flushedAt = parts.host.now();
  }

  async add(type: LineType, delta: string): Promise<void> {
    if (type !== this.#type) await this.flush();
    this.#type = type;
    this.#pending += delta;
    if (this.#parts.host.now() - this.#flushedAt >= lineEveryMs) await this.flush();
  }

  /** The text until now was the thinking that follows: the next line says so. */
  async takeBackText(): Promise<void> {
    await this.flush();
    this.#offsets["reply.text"] = 0;
    this.#insteadOfText = true;
  }

  async flush(): Promise<void> {
    if (this.#pending === "") return;
    const text = this.#pending;
    const offset = this.#offsets[this.#type];
    this.#offsets[this.#type] += text.length;
    this.#pending = "";
    this.#flushedAt = this.#parts.host.now();
    const { turnId } = this.#parts;
    const place = { turnId, step: this.#step, offset, text };
    if (this.#type === "reply.text")
      return void (await this.#parts.record.append({ type: this.#type, ...place }));
    const insteadOfText = this.#insteadOfText || undefined;
    this.#insteadOfText = false;
    await this.#parts.record.append({ type: this.#type, ...place, insteadOfText });
  }
}
