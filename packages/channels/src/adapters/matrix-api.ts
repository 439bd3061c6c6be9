import { isLoopback } from "@kestrel/text";
import { z } from "zod";
import { ChannelFault } from "../port.ts";
import { AnswerTooLong, callApi } from "./json-api.ts";

/** What this account may not do at present, whatever the room or the message. */
const accountErrors = new Set(["M_USER_SUSPENDED", "M_RESOURCE_LIMIT_EXCEEDED", "M_CONSENT_NOT_GIVEN"]);

const Refused = z.looseObject({
  errcode: z.string().optional(),
  error: z.string().optional(),
  retry_after_ms: z.number().optional(),
});

/** The client-server API of one account. */
export class MatrixApi {
  readonly #base: string;
  readonly #token: string;

  constructor({ url, token }: { url: string; token: string }) {
    this.#token = token;
    this.#base = `${url.replace(/\/$/, "")}/_matrix/client/v3`;
  }

  /** The answer; rejects with `ApiError` where the server refuses, and with `ChannelFault` where none comes. */
  async call(
    method: string,
    path: string,
    more: { body?: object; signal?: AbortSignal; ms?: number; most?: number } = {},
  ): Promise<unknown> {
    if (!/^https:/i.test(this.#base) && !isLoopback(this.#base))
      throw new ChannelFault("a token needs https://", { park: "refused" });
    const answer = await callApi(`${this.#base}${path}`, `Bearer ${this.#token}`, { method, ...more });
    const { status, body, retryAfterMs } = answer;
    if (status >= 200 && status < 300) return body;
    const { errcode = "", error = "", retry_after_ms } = Refused.safeParse(body).data ?? {};
    const why = `${status} ${errcode} ${error}`.replaceAll(this.#token, "…").trim().slice(0, 200);
    throw new ApiError(why, { status, code: errcode, afterMs: retryAfterMs ?? retry_after_ms });
  }
}

/**
 * What a homeserver refused. 401: the token, for good or until a person logs in anew, but an account that is only locked can be unlocked;
 * 429: too fast, `Retry-After` or the older `retry_after_ms` says until when.
 */
export class ApiError extends ChannelFault {
  readonly status: number;
  readonly code: string;

  constructor(
    message: string,
    { status, code, afterMs }: { status: number; code: string; afterMs?: number },
  ) {
    super(message, {
      ...(status === 401 && code !== "M_USER_LOCKED" && { park: "auth" }),
      ...(status === 429 && { afterMs: afterMs ?? 1_000 }),
    });
    this.status = status;
    this.code = code;
  }

  /** It is about the account, and none of this room or message. */
  get isOfAccount(): boolean {
    return accountErrors.has(this.code);
  }
}

/** What ended the listening. */
export function faultOf(error: unknown): unknown {
  if (error instanceof AnswerTooLong) return new ChannelFault(error.message, { park: "refused" });
  if (error instanceof z.ZodError) return new ChannelFault("the answer is not one of a Matrix homeserver");
  const isBarred = error instanceof ApiError && error.status === 403 && !error.isOfAccount;
  return isBarred ? new ChannelFault(error.message, { park: "refused" }) : error;
}

/** The answer, or undefined where the server refuses this one thing: a room or a name that is gone. */
export async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    const isOfThis = error instanceof ApiError && error.status !== 401 && !error.isOfAccount;
    if (isOfThis && error.status < 500 && error.afterMs === undefined) return undefined; // expected: it is not there, or not for this account
    throw error;
  });
}
