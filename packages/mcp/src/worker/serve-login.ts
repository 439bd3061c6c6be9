import { auth } from "@modelcontextprotocol/client";
import { loginFetch, mayAsk } from "./login-fetch.ts";
import { LoginProvider } from "./login-provider.ts";
import type { FromThread, SavedLogin, ToThread } from "./messages.ts";

/** A login, step by step: the address where the person says yes, then, with the code they come back with, what is to be kept. */
export function serveLogin(
  post: (message: FromThread) => void,
): (message: Extract<ToThread, { kind: "login" | "code" }>) => void {
  let provider: LoginProvider | undefined;
  let server: URL | undefined;
  let saved: SavedLogin = {};

  const begin = async ({ url, redirectUrl, state }: Extract<ToThread, { kind: "login" }>) => {
    const own = new URL(url);
    server = own;
    provider = new LoginProvider({
      redirectUrl,
      state,
      saved: {},
      changed: (now) => {
        saved = now;
      },
      authorize: (at) => {
        // A page is opened in the person's browser: it is a page of the web, and no program's.
        if (!mayAsk(at, own)) throw new Error(`the login would be at ${at.origin}, which is not opened`);
        post({ kind: "authorize", url: at.href });
      },
    });
    const came = await auth(provider, { serverUrl: own, fetchFn: loginFetch(own) });
    if (came === "AUTHORIZED") post({ kind: "login", saved });
  };

  const finish = async ({ code, iss }: Extract<ToThread, { kind: "code" }>) => {
    if (!provider || !server) throw new Error("no login was begun");
    const given = { serverUrl: server, fetchFn: loginFetch(server), authorizationCode: code };
    await auth(provider, { ...given, ...(iss !== undefined && { iss }) });
    post({ kind: "login", saved });
  };

  return (message) => {
    const step = message.kind === "login" ? begin(message) : finish(message);
    step.catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      post({ kind: "broken", why: "auth", detail: detail.slice(0, 500) });
    });
  };
}
