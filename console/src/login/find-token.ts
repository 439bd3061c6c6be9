import type { Failure } from "@kestrel/protocol";
import { createDaemonClient } from "@kestrel/server/client";
import { failureOf } from "../session/failure.ts";
import { tellTabs, tokenFromOtherTab } from "./share-token.ts";

const key = "kestrel.token";

export type Login =
  | { kind: "in"; token: string }
  | { kind: "out"; failure?: Failure }
  /** Another program's service worker was active; it is removed, and so must be the link it may have read. */
  | { kind: "watched" };

/** The one-time code in `#c=…`, removed from the address at once so that it is neither shared nor kept in the history. */
export function takeCode(location: Location, history: History): string | undefined {
  const code = /^#c=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  history.replaceState(null, "", "/");
  return decodeURIComponent(code);
}

/** A link opened in an existing tab only changes the part after `#`: the page reloads with its code. */
export function beginAnewWithCode(): void {
  window.addEventListener("hashchange", () => {
    if (window.location.hash.startsWith("#c=")) window.location.reload();
  });
}

/** Logs in with the code, with this browser's stored token, or with that of another tab. */
export async function findToken(code: string | undefined): Promise<Login> {
  if (await removeForeignWorkers()) return { kind: "watched" };
  if (code === undefined) return (await rememberedToken()) ?? { kind: "out" };
  try {
    const client = createDaemonClient({ baseUrl: window.location.origin, token: "" });
    const { token } = await client.call("login", { body: { code } });
    keep(token);
    tellTabs(token);
    return { kind: "in", token };
  } catch (thrown) {
    return (await rememberedToken()) ?? { kind: "out", failure: failureOf(thrown) };
  }
}

async function rememberedToken(): Promise<Login | undefined> {
  const token = kept() ?? (await tokenFromOtherTab());
  if (token === undefined) return undefined;
  keep(token);
  return { kind: "in", token };
}

/** Discards an invalid token. Returns true when the browser has a newer one. */
export function forgetToken(token: string): boolean {
  const now = kept();
  if (now !== undefined && now !== token) return true;
  try {
    localStorage.removeItem(key);
  } catch {
    // expected: storage is disabled; it was not kept
  }
  return false;
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // expected: storage is disabled
    return undefined;
  }
}

function keep(token: string): void {
  try {
    localStorage.setItem(key, token);
  } catch {
    // expected: storage is disabled; this tab keeps it until it is closed.
  }
}

/** The parts of the service worker API that are used. */
type Workers = Pick<ServiceWorkerContainer, "controller" | "getRegistrations">;

/**
 * Kestrel has no service worker; an existing one was left at this address by another program, and could read and answer every request of
 * this page. Removes all. Returns true when one controlled this page: then nothing secret may be sent before a reload.
 */
async function removeForeignWorkers(
  workers: Workers | undefined = navigator.serviceWorker,
): Promise<boolean> {
  if (!workers) return false;
  const controlled = workers.controller !== null;
  const registrations = await workers.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  return controlled;
}
