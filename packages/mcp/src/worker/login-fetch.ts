import { isIP } from "node:net";
import { boundedFetch } from "./bounded-fetch.ts";

/** Milliseconds for one step of a login. */
const stepMs = 20_000;

/**
 * `fetch` for a login at `server`: what its metadata names is asked only where it is that server, or has a name and a certificate for
 * it. So no metadata leads to this machine or the net around it, and nothing is followed to another address.
 */
export function loginFetch(server: URL): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (!mayAsk(url, server)) throw new Error(`the login would go to ${url.origin}, which is not asked`);
    return boundedFetch(input, { ...init, redirect: "error", signal: AbortSignal.timeout(stepMs) });
  };
}

export function mayAsk(url: URL, server: URL): boolean {
  if (url.origin === server.origin) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const local = host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local");
  return url.protocol === "https:" && isIP(host) === 0 && !local && host.includes(".");
}
