import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { checkAddress } from "./read-source.ts";

/** A response with an unread body, and the file's metadata that a hub sent before redirecting. */
export type OpenedAddress = {
  answer: IncomingMessage;
  status: number;
  linkedSum?: string;
  linkedSize?: number;
};

export type Opening = {
  signal: AbortSignal;
  /** Sent only to the first host. */
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds without data after which a connection is closed. */
  silenceMs: number;
};

const mostRedirects = 6;

/**
 * Requests a URL and follows redirects. A hub redirects to the host that stores the file, with `X-Linked-Size` and `X-Linked-Etag` (the
 * SHA-256 of an LFS file). Throws `download_refused` for a redirect out of https.
 */
export async function openAddress(first: string, opening: Opening): Promise<OpenedAddress> {
  let address = first;
  const linked: Pick<OpenedAddress, "linkedSum" | "linkedSize"> = {};
  for (let redirects = 0; ; redirects++) {
    checkAddress(address, redirects === 0 ? undefined : first);
    const isFirstHost = new URL(address).origin === new URL(first).origin;
    const answer = await ask(address, isFirstHost ? opening : { ...opening, token: undefined });
    const sum = /^"?([0-9a-f]{64})"?$/i.exec(String(answer.headers["x-linked-etag"] ?? ""))?.[1];
    const size = Number(answer.headers["x-linked-size"] ?? Number.NaN);
    // The checksum is accepted only from the first host.
    if (isFirstHost && sum !== undefined) linked.linkedSum = sum.toLowerCase();
    if (isFirstHost && Number.isSafeInteger(size)) linked.linkedSize = size;
    const status = answer.statusCode ?? 0;
    const to = answer.headers.location;
    if (![301, 302, 303, 307, 308].includes(status) || to === undefined) return { answer, status, ...linked };
    answer.destroy();
    if (redirects === mostRedirects || !URL.canParse(to, address)) throw new Error("it leads in circles");
    address = new URL(to, address).href;
  }
}

function ask(address: string, { signal, token, headers, silenceMs }: Opening): Promise<IncomingMessage> {
  const request = address.startsWith("https:") ? requestSecure : requestPlain;
  const sent = {
    ...headers,
    // A compressed body differs in length from the file.
    "accept-encoding": "identity",
    "user-agent": "kestrel",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent: false, headers: sent, signal }, resolve);
    asked.setTimeout(silenceMs, () => asked.destroy(new Error("silent")));
    asked.on("error", reject);
    asked.end();
  });
}
