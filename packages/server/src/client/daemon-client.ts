import { ErrorBody, type ErrorCode, type ErrorParams } from "@kestrel/protocol";
import { type RouteName, type Routes, routePlaces } from "@kestrel/protocol/api";
import type { z } from "zod";
import { isGood, overFetch, type Transport, type TransportAnswer, type Upload } from "./transport.ts";

type Answer<Name extends RouteName> = z.infer<Routes[Name]["answer"]>;
type Body<Name extends RouteName> = Routes[Name]["body"] extends z.ZodType
  ? z.input<Routes[Name]["body"]>
  : undefined;

/** The daemon refused, or could not be reached (`daemon_unreachable`). `code` and `params` select the message. */
export class DaemonRefusal extends Error {
  override readonly name = "DaemonRefusal";
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly status: number;

  constructor(code: ErrorCode, params: ErrorParams, status: number, options?: { cause: unknown }) {
    super(`${status} ${code}`, options);
    this.code = code;
    this.params = params;
    this.status = status;
  }
}

/** The daemon's address and the credential. `token` is empty before login. */
export type DaemonAddress = { baseUrl: string; token: string; transport?: Transport };

export type CallInput<Name extends RouteName> = {
  params?: Record<string, string>;
  signal?: AbortSignal;
  /** A body other than JSON, of the media type that the route accepts. */
  upload?: { type: string; bytes: Upload };
} & (Body<Name> extends undefined ? { body?: undefined } : { body: Body<Name> });

export type DaemonClient = {
  /** Calls one route of the table. Rejects with DaemonRefusal. */
  call<Name extends RouteName>(name: Name, input?: CallInput<Name>): Promise<Answer<Name>>;
};

/** A client of the daemon's HTTP interface; runs in Node and in the browser. */
export function createDaemonClient({ baseUrl, token, transport = overFetch }: DaemonAddress): DaemonClient {
  return {
    async call(name, input) {
      const route = routePlaces[name];
      const path = route.path.replace(/:([a-z]+)/g, (_, key: string) =>
        encodeURIComponent(input?.params?.[key] ?? ""),
      );
      const headers: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
      if (route.method !== "GET") headers["content-type"] = input?.upload?.type ?? "application/json";
      const body =
        route.method === "GET" ? undefined : (input?.upload?.bytes ?? JSON.stringify(input?.body ?? {}));
      let answer: TransportAnswer;
      try {
        const { method } = route;
        answer = await transport(new URL(path, baseUrl), { method, headers, body, signal: input?.signal });
      } catch (cause) {
        throw new DaemonRefusal("daemon_unreachable", { url: baseUrl }, 0, { cause });
      }
      if (!isGood(answer)) throw await refusalFrom(answer);
      try {
        return JSON.parse(await answer.text()) as never;
      } catch (cause) {
        throw new DaemonRefusal("daemon_unreachable", { url: baseUrl }, answer.status, { cause });
      }
    },
  };
}

/** The refusal in an error answer; `unknown` when it is not in the daemon's format. */
export async function refusalFrom(answer: TransportAnswer): Promise<DaemonRefusal> {
  const text = await answer.text().catch(() => ""); // expected: the connection broke; the status is reported
  try {
    const { error } = ErrorBody.parse(JSON.parse(text));
    return new DaemonRefusal(error.code, error.params, answer.status);
  } catch (cause) {
    return new DaemonRefusal("unknown", { status: answer.status }, answer.status, { cause });
  }
}
