import { KestrelError } from "@kestrel/core";
import type { JsonAnswer } from "../http/ask-json.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { type Failed, failedByAnswer } from "./failed-by-answer.ts";
import { failedByConnection } from "./failed-by-connection.ts";

/** Lets a question about a server fail as the port promises: with KestrelError, without the key. */
export async function asHouseError<Value>(address: ServerAddress, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof ConnectionFailure)) throw cause;
    throw houseError(address, failedByConnection(cause, "unreachable"), cause);
  }
}

/** The error for an answer that refuses. */
export function refusal(address: ServerAddress, { status, text }: JsonAnswer): KestrelError {
  return houseError(address, failedByAnswer(status, text));
}

/** A failure as an error, without the key. */
export function houseError(address: ServerAddress, failed: Failed, cause?: unknown): KestrelError {
  const { failure, detail } = withoutKey(address, failed);
  return new KestrelError(failure.code, detail, failure.params, { cause });
}

/** Removes the key from a failure: servers repeat it in their messages. */
export function withoutKey({ conceal }: ServerAddress, failed: Failed): Failed {
  const { code, params = {} } = failed.failure;
  const { detail: said } = params;
  const spared = typeof said === "string" ? { ...params, detail: conceal(said) } : params;
  return { ...failed, detail: conceal(failed.detail), failure: { code, params: spared } };
}
