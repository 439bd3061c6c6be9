import type { Failed } from "../errors/failed-by-answer.ts";

/** A pause before the same request is sent again, and what the server is doing meanwhile. */
export type Wait = {
  phase: "loading" | "queued";
  milliseconds: number;
  /** The server named the time: it is worth telling how much of it is left. */
  named: boolean;
};

/** Often enough that a model that is there is soon used. */
const loadingPause = 1_000;
/** A server that asks for a longer wait will not answer this reply. Seconds. */
const longestWish = 120;
const mostWishes = 3;
/** All of them together, in milliseconds: with the minute in which a turn asks again, five minutes. */
const longestWaiting = 240_000;

/** How long one request is held back for its server: while it loads a model, and as often as it names a time (`Retry-After`). */
export class ServerWaits {
  readonly #loadingLimit: number;
  #loading = 0;
  #wishes = 0;
  #wished = 0;

  constructor(loadingLimit: number) {
    this.#loadingLimit = loadingLimit;
  }

  /** Undefined when the failure is final. Retries only refusals before the first token. */
  after({ failure: { code, params = {} } }: Failed): Wait | undefined {
    const { status, retry_after: wish } = params;
    if (status === undefined) return undefined;
    const wished = typeof wish === "number" && wish <= longestWish ? wish * 1000 : undefined;
    if (code === "engine_not_ready" && status !== 502) {
      const milliseconds = Math.max(loadingPause, wished ?? 0);
      this.#loading += milliseconds;
      return this.#loading > this.#loadingLimit
        ? undefined
        : { phase: "loading", milliseconds, named: (wished ?? 0) > loadingPause };
    }
    if ((status !== 429 && status !== 503) || wished === undefined) return undefined;
    this.#wishes += 1;
    this.#wished += wished;
    if (this.#wishes > mostWishes || this.#wished > longestWaiting) return undefined;
    return { phase: "queued", milliseconds: wished, named: true };
  }
}
