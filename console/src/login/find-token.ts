import type { Failure } from "@kestrel/protocol";
import { createDaemonClient } from "@kestrel/server/client";
import { failureOf } from "../session/failure.ts";
import { removeForeignWorkers } from "./foreign-worker.ts";
import { tokenFromOtherTab } from "./share-token.ts";

const key = "kestrel.token";

export type Login =
  | { kind: "in"; token: string }
  | { kind: "out"; failure?: Failure }
  /** Another program's service worker stood in between; it is gone, and so must be the link it may have read. */
  | { kind: "watched" };

/** The one-time code in `#c=…`, taken out of the address at once so that it is neither shared nor kept in the history. */
export function takeCode(location: Location, history: History): string | undefined {
  const code = /^#c=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  history.replaceState(null, "", location.pathname === "/login" ? "/" : location.pathname);
  return decodeURIComponent(code);
}

/** A link opened in a tab that is here already only changes the part after `#`: the page begins anew with its code. */
export function beginAnewWithCode(): void {
  window.addEventListener("hashchange", () => {
    if (window.location.hash.startsWith("#c=")) window.location.reload();
  });
}

/** Gets in by the code, by what this tab remembers, or by asking another tab. */
export async function findToken(code: string | undefined): Promise<Login> {
  if (await removeForeignWorkers()) return { kind: "watched" };
  if (code !== undefined) {
    try {
      const client = createDaemonClient({ baseUrl: window.location.origin, token: "" });
      const { token } = await client.call("login", { body: { code } });
      localStorage.setItem(key, token);
      return { kind: "in", token };
    } catch (thrown) {
      const remembered = await rememberedToken();
      return remembered ?? { kind: "out", failure: failureOf(thrown) };
    }
  }
  return (await rememberedToken()) ?? { kind: "out" };
}

async function rememberedToken(): Promise<Login | undefined> {
  const token = localStorage.getItem(key) ?? (await tokenFromOtherTab());
  if (token === undefined) return undefined;
  localStorage.setItem(key, token);
  return { kind: "in", token };
}

/** The token is of no use any more. */
export function forgetToken(): void {
  localStorage.removeItem(key);
}
