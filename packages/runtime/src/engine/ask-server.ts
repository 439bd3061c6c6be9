import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";

export type Answer = { status: number; body: string };

/** An answer longer than this is not from the servers that are asked here. */
const longestBody = 8_000_000;

/** One GET on a connection of its own, or a POST where there is something to say. `undefined` when nobody answers in time; it never throws. */
export function askServer(
  url: string,
  { apiKey, patienceMs = 3000, body }: { apiKey?: string; patienceMs?: number; body?: unknown } = {},
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = url.startsWith("https:") ? requestSecure : requestPlain;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(text === undefined ? {} : { "content-type": "application/json" }),
    };
    const method = text === undefined ? "GET" : "POST";
    const signal = AbortSignal.timeout(patienceMs);
    const none = () => resolve(undefined);
    const asked = request(url, { agent: false, method, headers, signal }, (answer) => {
      let received = "";
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => {
        received += text;
        if (received.length > longestBody) asked.destroy();
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: received }));
      answer.on("error", none);
      answer.on("close", none);
    });
    asked.on("error", none);
    asked.end(text);
  });
}

/** The answer as JSON, when it is 200 and is JSON. */
export function readJson(answer: Answer | undefined): unknown {
  if (answer?.status !== 200) return undefined;
  try {
    return JSON.parse(answer.body);
  } catch {
    return undefined;
  }
}
