import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { HostAddress } from "../address/checked-addresses.ts";
import { WebTrouble } from "../web-trouble.ts";

/** A response: at most `mostBytes` of the decompressed body; `cut` if there was more. */
export type WebAnswer = {
  status: number;
  type: string;
  location?: string;
  bytes: Buffer;
  cut: boolean;
};

/** Bytes of one decompressed response: above any page for people. */
export const mostBytes = 4 * 1024 * 1024;

/** Interim responses (1xx) before the final one. Servers send one or two; each takes time of the main thread. */
const mostInterim = 10;

export type RequestBounds = { signal: AbortSignal; mostBytes: number };

/** Requests one URL, on a new connection to one of `addresses` only; follows no redirect. Rejects with WebTrouble. */
export function requestOnce(
  url: URL,
  addresses: readonly HostAddress[],
  headers: Readonly<Record<string, string>>,
  { signal, mostBytes }: RequestBounds,
): Promise<WebAnswer> {
  const secure = url.protocol === "https:";
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  return new Promise((resolve, reject) => {
    let answered = false;
    const fail = (error: unknown) => reject(troubleOf(url, error, signal));
    const sent = (secure ? overHttps : overHttp)(
      url,
      {
        method: "GET",
        agent: false,
        lookup,
        signal,
        headers: { ...headers, "accept-encoding": "gzip, deflate, br", connection: "close" },
      },
      (answer) => {
        answered = true;
        // Never reads from an address that was not checked, however the connection was made.
        if (!addresses.some(({ address }) => same(address, answer.socket.remoteAddress))) {
          answer.destroy();
          return fail(
            new WebTrouble("The connection went to another address than the one that was looked at."),
          );
        }
        bodyOf(answer, mostBytes).then(
          ({ bytes, cut }) =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers["content-type"] ?? "",
              ...(answer.headers.location !== undefined && { location: answer.headers.location }),
              bytes,
              cut,
            }),
          fail,
        );
      },
    );
    let interim = 0;
    sent.on("information", () => {
      interim += 1;
      if (interim === mostInterim) sent.destroy(new Error("only interim answers came"));
    });
    sent.on("error", fail);
    // A protocol switch (101) closes without an error or a response. A response's connection may also close before it is decompressed.
    sent.on("close", () => answered || fail(new Error("closed without an answer")));
    sent.end();
  });
}

/** The body, decompressed in chunks: a decompression bomb stops at the limit too. */
async function bodyOf(answer: IncomingMessage, mostBytes: number): Promise<{ bytes: Buffer; cut: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of unpacked(answer)) {
      pieces.push(piece);
      size += piece.length;
      if (size > mostBytes) return { bytes: Buffer.concat(pieces).subarray(0, mostBytes), cut: true };
    }
    return { bytes: Buffer.concat(pieces), cut: false };
  } finally {
    answer.destroy();
  }
}

function unpacked(answer: IncomingMessage): Readable {
  const way = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (way === "identity" || way === "") return answer;
  const unpack = unpackers[way]?.();
  if (!unpack) throw new WebTrouble("The answer is packed in a way that cannot be read.");
  answer.on("error", (error) => unpack.destroy(error));
  return answer.pipe(unpack);
}

const unpackers: Readonly<Record<string, (() => ReturnType<typeof createGunzip>) | undefined>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function same(address: string, remote = ""): boolean {
  return remote === address || remote === `::ffff:${address}`;
}

function troubleOf({ host }: URL, error: unknown, signal: AbortSignal): WebTrouble {
  if (error instanceof WebTrouble) return error;
  if (signal.aborted) return new WebTrouble(`${host} did not answer in time.`);
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  return new WebTrouble(`${host} could not be read (${(code || message).slice(0, 120)}).`);
}
