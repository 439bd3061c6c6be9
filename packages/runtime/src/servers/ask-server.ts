import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { parseJson } from "@kestrel/text";

export type ServerAnswer = {
  status: number;
  body: string;
  /** The `Server` header; empty without one. */
  server: string;
};

/** `absent`: nothing listens there. `silent`: no complete answer in time. */
export type NoAnswer = "absent" | "silent";

/** Bytes; no supported server sends a longer answer. */
const longestBody = 8_000_000;

export type Asking = { apiKey?: string; patienceMs?: number; body?: unknown };

/** One GET on a new connection, or a POST when there is a body. `undefined` without a timely answer; never throws. */
export async function askServer(url: string, asking: Asking = {}): Promise<ServerAnswer | undefined> {
  const answer = await tryServer(url, asking);
  return typeof answer === "string" ? undefined : answer;
}

/** Interim responses (1xx) before the final one. Servers send one or two; each takes time of the main thread. */
const mostInterim = 10;

/** Like `askServer`, but distinguishes an absent server from a silent one. */
export function tryServer(
  url: string,
  { apiKey, patienceMs = 3000, body }: Asking = {},
): Promise<ServerAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const request = url.startsWith("https:") ? requestSecure : requestPlain;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(text === undefined ? {} : { "content-type": "application/json" }),
    };
    const method = text === undefined ? "GET" : "POST";
    const signal = AbortSignal.timeout(patienceMs);
    let connected = false;
    const none = () => resolve(connected || signal.aborted ? "silent" : "absent");
    const asked = request(url, { agent: false, method, headers, signal }, (answer) => {
      const parts: Buffer[] = [];
      let received = 0;
      answer.on("data", (part: Buffer) => {
        parts.push(part);
        received += part.length;
        if (received > longestBody) asked.destroy();
      });
      answer.on("end", () => {
        const whole = { status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() };
        resolve({ ...whole, server: String(answer.headers.server ?? "") });
      });
      answer.on("error", none);
      answer.on("close", none);
    });
    asked.on("socket", (socket) => socket.once("connect", () => (connected = true)));
    let interim = 0;
    asked.on("information", () => {
      interim += 1;
      if (interim === mostInterim) asked.destroy();
    });
    asked.on("error", none);
    asked.on("close", none);
    asked.end(text);
  });
}

/** The JSON of a 200 answer. */
export function readJson(answer: ServerAnswer | NoAnswer | undefined): unknown {
  if (typeof answer !== "object" || answer.status !== 200) return undefined;
  try {
    return parseJson(answer.body);
  } catch {
    // expected: not JSON
    return undefined;
  }
}
