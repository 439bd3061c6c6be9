import {
  ErrorBody,
  type ErrorCode,
  type ErrorParams,
  type RouteName,
  type Routes,
  routes,
} from "@kestrel/protocol";
import type { z } from "zod";

type Answer<Name extends RouteName> = z.infer<Routes[Name]["answer"]>;
type Body<Name extends RouteName> = Routes[Name]["body"] extends z.ZodType
  ? z.input<Routes[Name]["body"]>
  : undefined;

/** The daemon said no, or could not be reached (`unreachable`). `code` and `params` are what a sentence needs. */
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

/** Where the daemon is and how to prove that we may ask. `token` is empty before login. */
export type DaemonAddress = { baseUrl: string; token: string };

export type CallInput<Name extends RouteName> = {
  params?: Record<string, string>;
  signal?: AbortSignal;
} & (Body<Name> extends undefined ? { body?: undefined } : { body: Body<Name> });

export type DaemonClient = {
  /** Calls one route of the table. Rejects with DaemonRefusal. */
  call<Name extends RouteName>(name: Name, input?: CallInput<Name>): Promise<Answer<Name>>;
};

/** A client of the daemon's HTTP interface; runs in Node and in the browser. */
export function createDaemonClient({ baseUrl, token }: DaemonAddress): DaemonClient {
  return {
    async call(name, input) {
      const route = routes[name];
      const path = route.path.replace(/:([a-z]+)/g, (_, key: string) =>
        encodeURIComponent(input?.params?.[key] ?? ""),
      );
      const headers: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
      if (route.method !== "GET") headers["content-type"] = "application/json";
      const body = route.method === "GET" ? null : JSON.stringify(input?.body ?? {});
      let response: Response;
      try {
        response = await fetch(new URL(path, baseUrl), {
          method: route.method,
          headers,
          body,
          signal: input?.signal ?? null,
        });
      } catch (cause) {
        throw new DaemonRefusal("unreachable", { url: baseUrl }, 0, { cause });
      }
      if (!response.ok) throw await refusalFrom(response);
      try {
        return (await response.json()) as never;
      } catch (cause) {
        throw new DaemonRefusal("unreachable", { url: baseUrl }, response.status, { cause });
      }
    },
  };
}

/** The refusal in an error answer; `unknown` when the answer is not ours. */
export async function refusalFrom(response: Response): Promise<DaemonRefusal> {
  const text = await response.text().catch(() => "");
  try {
    const { error } = ErrorBody.parse(JSON.parse(text));
    return new DaemonRefusal(error.code, error.params, response.status);
  } catch (cause) {
    return new DaemonRefusal("unknown", { status: response.status }, response.status, { cause });
  }
}
