import type { CallId, Failure, Frame, LiveSnapshot, OpId, Progress, TurnId } from "@kestrel/protocol";

type Output = { offset: number; text: string };

/** Most UTF-16 units of each running tool's output in a snapshot: the newest. */
const outputKept = 64_000;

/** The live state of a session: the current reply and the output of running tools, with offsets for late subscribers. */
export class LiveReply {
  #turnId: TurnId | undefined;
  #step = 0;
  #reasoning = "";
  #text = "";
  #progress: Progress | undefined;
  /** The processed share of its prompt. */
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

  /** `insteadOfText`: the text so far was this thinking, and is removed. */
  reasoning(delta: string, insteadOfText?: true): void {
    if (!this.#turnId) return;
    const offset = this.#reasoning.length;
    this.#reasoning += delta;
    if (insteadOfText) this.#text = "";
    const [turnId, step] = [this.#turnId, this.#step];
    this.#publish({ type: "reasoning", turnId, step, offset, delta, insteadOfText });
  }

  /** Progress never decreases within one reply, whatever the server reports, also across retries. */
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

  /** The turn is over although the log cannot record it. */
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
