import { Frame, SessionEvent, type SessionId } from "@kestrel/protocol";
import { createParser } from "eventsource-parser";
import { onTestFinished } from "vitest";
import type { DaemonAddress } from "../../src/client/index.ts";

/** One piece of a stream as it came: an event of the log, a frame, or a reset. */
export type Piece =
  | { kind: "event"; id: string | undefined; event: SessionEvent }
  | { kind: "frame"; id: string | undefined; frame: Frame }
  | { kind: "reset"; id: string | undefined };

export type Wish = { session?: SessionId; after?: string | number; lastEventId?: string };

/** Somebody who looks at the daemon's stream and keeps everything that came, in order, checked against the protocol. */
export class Watcher {
  readonly pieces: Piece[] = [];
  readonly status: number;
  readonly headers: Headers;
  /** Resolves when the stream ends, from whichever side. */
  readonly ended: Promise<void>;
  readonly #stop: AbortController;
  readonly #waiting = new Set<() => void>();
  #over = false;

  private constructor(response: Response, stop: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#stop = stop;
    this.ended = this.#read(response);
  }

  static async of(
    { baseUrl, token }: DaemonAddress,
    { session, after, lastEventId }: Wish = {},
  ): Promise<Watcher> {
    const url = new URL("/api/v1/events", baseUrl);
    if (session !== undefined) url.searchParams.set("session", session);
    if (after !== undefined) url.searchParams.set("after", String(after));
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
    const stop = new AbortController();
    const watcher = new Watcher(await fetch(url, { headers, signal: stop.signal }), stop);
    onTestFinished(() => watcher.leaves());
    return watcher;
  }

  get events(): SessionEvent[] {
    return this.pieces.flatMap((piece) => (piece.kind === "event" ? [piece.event] : []));
  }

  get frames(): Frame[] {
    return this.pieces.flatMap((piece) => (piece.kind === "frame" ? [piece.frame] : []));
  }

  /** Resolves when something that fits has come; rejects when the stream ends without it. */
  async sees(fits: (piece: Piece) => boolean): Promise<Piece> {
    let seen = 0;
    let found: Piece | undefined;
    await this.until(() => {
      found = this.pieces.slice(seen).find(fits);
      seen = this.pieces.length;
      return found !== undefined;
    });
    if (!found) throw new Error("not seen");
    return found;
  }

  /** Resolves when the condition holds; it is asked whenever something has come. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#over) throw new Error(`the stream ended after ${this.pieces.length} pieces`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  seesEvent(type: SessionEvent["body"]["type"]): Promise<Piece> {
    return this.sees((piece) => piece.kind === "event" && piece.event.body.type === type);
  }

  seesSnapshot(): Promise<Piece> {
    return this.sees((piece) => piece.kind === "frame" && piece.frame.type === "snapshot");
  }

  async leaves(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }

  async #read(response: Response): Promise<void> {
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (event === "event")
          this.pieces.push({ kind: event, id, event: SessionEvent.parse(JSON.parse(data)) });
        else if (event === "frame")
          this.pieces.push({ kind: event, id, frame: Frame.parse(JSON.parse(data)) });
        else if (event === "reset") this.pieces.push({ kind: event, id });
        else throw new Error(`a piece without a name: ${data}`);
      },
    });
    const words = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) {
        parser.feed(words.decode(bytes, { stream: true }));
        this.#wake();
      }
    } catch (error) {
      if (!this.#stop.signal.aborted && !(error instanceof TypeError)) throw error;
    } finally {
      this.#over = true;
      this.#wake();
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
