import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { CancelSignal } from "@kestrel/core";
import { ConnectionFailure } from "./connection-failure.ts";

export type HttpQuestion = {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

/** Milliseconds. There is no limit on the whole: a long prefill is not a failure as long as the server gives a sign of life. */
export type Patience = { connect: number; silence: number };

export type HttpAnswer = {
  status: number;
  contentType: string;
  /** Seconds after which the server accepts a retry, when it names them. */
  retryAfter: number | undefined;
  /** Throws ConnectionFailure. Leaving the loop closes the connection. */
  bytes: AsyncIterable<Uint8Array>;
  /** Call it when the answer is complete: closes the connection if the server does not within so many milliseconds. */
  endWithin(milliseconds: number): void;
};

/** Interim answers (1xx) before the answer. Servers send one or two; each costs the thread that everybody shares. */
const mostInterim = 10;

/** A dead peer is noticed by the system's probes after this long without traffic, plus about ten seconds. */
const probeAfter = 15_000;

/**
 * Asks over a connection of its own: llama-server closes the socket after a stream although it promises to keep it, so a
 * pooled one fails now and then. Redirects are answers, never followed: the key stays with the host it was meant for.
 * Rejects with ConnectionFailure; `cancel` destroys the socket at any time.
 */
export function openStream(
  question: HttpQuestion,
  patience: Patience,
  cancel: CancelSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    if (cancel.aborted) return reject(new ConnectionFailure("cancelled", "cancelled before it was asked"));
    const request = send(question);
    let response: IncomingMessage | undefined;
    let ending: ConnectionFailure | undefined;
    let expectsEnd = false;

    const cut = (failure: ConnectionFailure) => {
      ending ??= failure;
      (response ?? request).destroy(ending);
    };
    const onCancel = () => cut(new ConnectionFailure("cancelled", "cancelled"));
    const watch = new SilenceWatch(patience.silence, () =>
      cut(new ConnectionFailure("silent", `no byte for ${patience.silence / 1000} s`)),
    );
    const settle = () => {
      watch.rest();
      cancel.removeEventListener("abort", onCancel);
    };
    cancel.addEventListener("abort", onCancel, { once: true });
    limitConnecting(request, patience.connect, cut);

    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim === mostInterim) cut(new ConnectionFailure("broken", "only interim answers came"));
    });
    request.on("error", (cause) => {
      if (response) return;
      settle();
      reject(
        ending ?? new ConnectionFailure(wasConnected(cause) ? "broken" : "unreachable", cause.message, cause),
      );
    });
    request.on("response", (incoming) => {
      response = incoming;
      watch.listen();
      // Without a listener an error between two reads would end the process.
      incoming.on("error", () => {});
      resolve({
        status: incoming.statusCode ?? 0,
        contentType: incoming.headers["content-type"] ?? "",
        retryAfter: secondsUntil(incoming.headers["retry-after"]),
        bytes: bytesOf(incoming),
        endWithin: (milliseconds) => {
          expectsEnd = true;
          watch.listen(milliseconds);
        },
      });
    });
    request.end(question.body);

    async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of incoming) {
          watch.rest();
          yield chunk as Uint8Array;
          watch.listen();
        }
      } catch (cause) {
        if (expectsEnd && ending?.trouble === "silent") return;
        throw ending ?? new ConnectionFailure("broken", "the connection was cut", cause);
      } finally {
        settle();
        incoming.destroy();
      }
    }
  });
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function send({ url, method, headers, body }: HttpQuestion): ClientRequest {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const ask = url.startsWith("https:") ? httpsRequest : httpRequest;
  const request = ask(url, { method, agent: false, headers: { ...headers, ...length } });
  request.setNoDelay(true);
  request.setSocketKeepAlive(true, probeAfter);
  return request;
}

function limitConnecting(
  request: ClientRequest,
  limit: number,
  cut: (failure: ConnectionFailure) => void,
): void {
  const timer = setTimeout(
    () => cut(new ConnectionFailure("unreachable", `no connection in ${limit / 1000} s`)),
    limit,
  );
  const stop = () => clearTimeout(timer);
  request.on("socket", (socket) => socket.once("connect", stop));
  request.once("close", stop);
}

/** A reset needs an existing connection; refusals, unknown names and bad certificates come before one. */
function wasConnected(cause: Error): boolean {
  return "code" in cause && (cause.code === "ECONNRESET" || cause.code === "EPIPE");
}

/** Calls `whenSilent` once when no data arrived within the limit. Time spent on our own side does not count. */
class SilenceWatch {
  readonly #whenSilent: () => void;
  #limit: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number, whenSilent: () => void) {
    this.#limit = limit;
    this.#whenSilent = whenSilent;
    this.listen();
  }

  /** From now on the other side has `limit` milliseconds for its next byte. */
  listen(limit = this.#limit): void {
    this.#limit = limit;
    this.rest();
    this.#timer = setTimeout(this.#whenSilent, limit);
  }

  /** Nothing is expected until `listen`. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
