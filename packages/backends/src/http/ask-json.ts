import { jsonOrNothing } from "@kestrel/text";
import { openStream } from "./open-stream.ts";
import { readText } from "./read-text.ts";
import type { ServerAddress } from "./server-address.ts";

/** `json` is undefined when the body is none. */
export type JsonAnswer = { status: number; text: string; json: unknown };

/** For the small questions about a server; they are answered at once or not at all. */
const patience = { connect: 5_000, silence: 10_000 };

/** Bytes; a chat template or a list of models is far below. */
const longestAnswer = 4_000_000;

/** Asks one of a server's small routes: GET, or POST where there is a body. Throws ConnectionFailure, never for a status. */
export async function askJson(address: ServerAddress, url: string, body?: unknown): Promise<JsonAnswer> {
  const headers = { ...address.headers, accept: "application/json" };
  const question =
    body === undefined
      ? { method: "GET" as const, url, headers }
      : {
          method: "POST" as const,
          url,
          headers: { ...headers, "content-type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body),
        };
  const answer = await openStream(question, patience, new AbortController().signal);
  const text = await readText(answer.bytes, longestAnswer);
  return { status: answer.status, text, json: jsonOrNothing(text) };
}
