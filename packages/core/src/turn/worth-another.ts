import { type CallFormat, errorFacts } from "@kestrel/protocol";
import type { Reply } from "./reply.ts";

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** A server that names times, each of them waited for, is asked again for so long. Milliseconds. */
const longestNamed = 60_000;

/** What was sent until now, those that an outage took not counted. */
type Sent = { requests: number; elapsedMs: number; callFormat?: CallFormat };

/** Whether a request that failed may succeed when it is sent once more. */
export function worthAnother(
  { failure, text, reasoning, calls }: Reply,
  { requests, elapsedMs, callFormat }: Sent,
): boolean {
  if (!failure || requests === mostRequests) return false;
  const named = failure.params?.retry_after !== undefined;
  if (named && elapsedMs >= longestNamed) return false;
  if (failure.code === "tool_parse") return callFormat !== "text";
  // The backend knows better where the server's own words say so.
  const retryable = failure.params?.retryable ?? errorFacts[failure.code].retryable;
  return retryable === true && text === "" && reasoning === "" && calls.length === 0;
}
