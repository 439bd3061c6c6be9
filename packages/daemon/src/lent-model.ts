import { setTimeout as wait } from "node:timers/promises";
import { type CancelSignal, KestrelError, type LentAnswer, type ModelBackend } from "@kestrel/core";

type Parts = {
  backend: Pick<ModelBackend, "lend">;
  /** Whether a turn gets on anywhere. */
  working(): boolean;
};

type LentRequest = Readonly<Record<string, unknown>> & { stream?: boolean | undefined };

/** Requests that have the model or wait for it; another one is refused. */
const mostAsked = 16;

/** Interval at which a waiting request checks whether the model is free. Milliseconds. */
const lookMs = 100;

/** Bytes of an answer that is no stream. */
const mostBytes = 16 * 1_048_576;

/** The loaded model for other programs of this machine: below every turn, one request at a time. */
export class LentModel {
  readonly #parts: Parts;
  #asked = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a program has it or waits for it. */
  inUse(): boolean {
    return this.#asked > 0;
  }

  /**
   * The answer of the model's server; read its bytes to the end, or leave their loop. A turn that begins before the first of them
   * makes the request wait again, and a later one ends a stream with the error `busy`. Rejects with `busy` when too many wait.
   */
  async ask(request: LentRequest, cancel: CancelSignal): Promise<LentAnswer> {
    if (this.#asked >= mostAsked) throw new KestrelError("busy", "too many requests wait for the model");
    this.#asked += 1;
    const leave = () => {
      this.#asked -= 1;
    };
    try {
      for (;;) {
        const answer = await this.#whenFree(request, cancel);
        const pieces = answer.bytes[Symbol.asyncIterator]();
        const first = await firstOf(request.stream === true ? pieces : whole(pieces));
        if (first !== "busy") return { ...answer, bytes: all(first, pieces, leave) };
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #whenFree(request: LentRequest, cancel: CancelSignal): Promise<LentAnswer> {
    const { backend, working } = this.#parts;
    if (!backend.lend) throw new KestrelError("not_found", "no model to lend");
    while (!cancel.aborted) {
      const answer = working() ? undefined : await backend.lend(request, cancel);
      if (answer) return answer;
      await wait(lookMs);
    }
    throw new KestrelError("busy", "the program left");
  }
}

async function firstOf(pieces: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array> | "busy"> {
  try {
    return await pieces.next();
  } catch (error) {
    if (error instanceof KestrelError && error.code === "busy") return "busy";
    throw error;
  }
}

/** All of an answer as its one piece. */
async function* whole(pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    bytes += next.value.length;
    if (bytes > mostBytes) {
      await pieces.return?.();
      throw new KestrelError("too_large", "the answer is too long");
    }
    parts.push(next.value);
  }
  yield Buffer.concat(parts);
}

async function* all(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
  leave: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) yield next.value;
  } finally {
    leave();
    await pieces.return?.();
  }
}
