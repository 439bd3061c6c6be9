import type { CallId, Failure, Frame, LiveSnapshot, Progress, TurnId } from "@kestrel/protocol";

type Output = { offset: number; text: string };

/** A snapshot carries at most so many UTF-16 units of each running tool's output: the newest. */
const outputKept = 64_000;

/** What is live in a session: the reply being spoken and the output of running tools, with offsets for latecomers. */
export class LiveReply {
  #turnId: TurnId | undefined;
  #step = 0;
  #reasoning = "";
  #text = "";
  #progress: Progress | undefined;
  /** The share of its prompt that was read so far. */
  #read = 0;
  readonly #outputs = new Map<CallId, Output>();
  #halted: Failure | undefined;
  readonly #publish: (frame: Frame) => void;

  constructor(publish: (frame: Frame) => void) {
    this.#publish = publish;
  }

  /** A new reply begins; offsets count from here. */
  begin(turnId: TurnId, step: number): void {
    this.#turnId = turnId;
    this.#step = step;
    this.#reasoning = "";
    this.#text = "";
    this.#progress = undefined;
    this.#read = 0;
  }

  text(delta: string): void {
    if (!this.#turnId) return;
    const offset = this.#text.length;
    this.#text += delta;
    this.#publish({ type: "text", turnId: this.#turnId, step: this.#step, offset, delta });
  }

  /** `insteadOfText`: the text until now was this thinking, and is taken back. */
  reasoning(delta: string, insteadOfText?: true): void {
    if (!this.#turnId) return;
    const offset = this.#reasoning.length;
    this.#reasoning += delta;
    if (insteadOfText) this.#text = "";
    const [turnId, step] = [this.#turnId, this.#step];
    this.#publish({ type: "reasoning", turnId, step, offset, delta, insteadOfText });
  }

  /** Reading never moves backwards within one reply, whatever the server says and however often it is asked again. */
  progress(progress: Progress): void {
    if (!this.#turnId) return;
    const { phase, processed = 0, total = 0 } = progress;
    if (phase === "prompt") {
      const read = total > 0 ? processed / total : 0;
      if (read < this.#read) return;
      this.#read = read;
    }
    this.#progress = progress;
    this.#publish({ type: "progress", turnId: this.#turnId, step: this.#step, progress });
  }

  output(callId: CallId, delta: string): void {
    if (!this.#turnId) return;
    const { offset, text } = this.#outputs.get(callId) ?? { offset: 0, text: "" };
    this.#publish({ type: "tool-output", turnId: this.#turnId, callId, offset: offset + text.length, delta });
    const whole = text + delta;
    const cut = Math.max(0, whole.length - outputKept);
    this.#outputs.set(callId, { offset: offset + cut, text: whole.slice(cut) });
  }

  outputDone(callId: CallId): void {
    this.#outputs.delete(callId);
  }

  /** The turn is over although the log does not say so: it cannot be written. */
  halt(turnId: TurnId, failure: Failure): void {
    this.end();
    this.#halted = failure;
    this.#publish({ type: "turn-halted", turnId, failure });
  }

  /** The turn is over: nothing is live. */
  end(): void {
    this.#halted = undefined;
    this.#turnId = undefined;
    this.#step = 0;
    this.#reasoning = "";
    this.#text = "";
    this.#progress = undefined;
    this.#outputs.clear();
  }

  snapshot(): LiveSnapshot {
    return {
      turnId: this.#turnId,
      step: this.#step,
      reasoning: this.#reasoning,
      text: this.#text,
      outputs: Object.fromEntries(this.#outputs),
      progress: this.#progress,
      halted: this.#halted,
    };
  }
}
