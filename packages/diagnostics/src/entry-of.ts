import { inspect } from "node:util";
import type { DiagnosticEntry } from "@kestrel/protocol/api";
import type { Reported } from "./report.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** UTF-16 units. A stack of ten frames has about 1,000. */
const longestMessage = 1_000;
const longestStack = 12_000;
const longestWhere = 120;
const mostCauses = 4;

/** A reported failure as an entry: bounded, and without what looks like a secret. Never throws, whatever was thrown. */
export function entryOf(
  { level, id, where, error, ids }: Reported,
  time: string,
  build: string,
): DiagnosticEntry {
  const { sessionId, turnId, step, callId } = ids;
  return {
    level,
    time,
    ...(id && { id }),
    where: clean(where, longestWhere),
    ...(sessionId !== undefined && { sessionId }),
    ...(turnId !== undefined && { turnId }),
    ...(step !== undefined && { step }),
    ...(callId !== undefined && { callId }),
    ...described(error),
    build,
  };
}

function described(error: unknown): Pick<DiagnosticEntry, "message" | "stack"> {
  try {
    if (!(error instanceof Error)) return { message: clean(`thrown: ${inspect(error)}`, longestMessage) };
    const message = clean(`${error.name}: ${error.message}`, longestMessage);
    return { message, stack: clean(stackOf(error), longestStack) };
  } catch {
    // expected: the thrown value has a getter or a proxy that throws.
    return { message: "what was thrown cannot be read" };
  }
}

function stackOf(error: Error, depth = 0): string {
  const own = typeof error.stack === "string" ? error.stack : String(error);
  const { cause } = error;
  if (cause === undefined || depth === mostCauses) return own;
  const under = cause instanceof Error ? stackOf(cause, depth + 1) : inspect(cause);
  return `${own}\nCaused by: ${under}`;
}

/** Cut before it is searched for secrets: a message may be as long as a model's reply. */
function clean(text: string, most: number): string {
  return withoutSecrets(text.length > most ? `${text.slice(0, most)}…` : text);
}
