import { isIP } from "node:net";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { longestMessage } from "./line-transport.ts";

/** Milliseconds for one step of a login. */
const stepMs = 20_000;

/**
 * `fetch` for a login at `server`: what its metadata names is asked only where it is that server, or has a name and a certificate for
 * it. So no metadata leads to this machine or the net around it, and nothing is followed to another address.
 */
export function loginFetch(server: URL): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (!mayAsk(url, server))
      throw new UnauthorizedError(`the login would go to ${url.origin}, which is not asked`);
    return boundedFetch(input, { ...init, redirect: "error", signal: AbortSignal.timeout(stepMs) });
  };
}

/**
 * `fetch` for what is spoken with `server`, whose refusal begins the renewal of a login: an address that the refusal names, or the
 * metadata behind it, is asked as a login asks, and without the headers that the user configured for this server: they may hold a key.
 */
export function linkFetch(server: URL, configured: Readonly<Record<string, string>>): typeof fetch {
  const elsewhere = loginFetch(server);
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const isOwn = url.origin === server.origin && url.pathname === server.pathname;
    if (isOwn) return boundedFetch(input, init);
    return elsewhere(input, url.origin === server.origin ? init : without(init, Object.keys(configured)));
  };
}

export function without(init: RequestInit | undefined, names: readonly string[]): RequestInit {
  const headers = new Headers(init?.headers);
  for (const name of names) headers.delete(name);
  return { ...init, headers };
}

/** Endings of names that lead to this machine or the net around it: RFC 6761, 6762, 8375, and what ICANN and routers keep for it. */
const nearEndings = [".localhost", ".local", ".internal", ".home.arpa", ".lan"];

export function mayAsk(url: URL, server: URL): boolean {
  if (url.origin === server.origin) return true;
  // A dot at the end only says that the name is whole.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const isNear = nearEndings.some((ending) => `.${host}`.endsWith(ending));
  return url.protocol === "https:" && isIP(host) === 0 && !isNear && host.includes(".");
}

/** `fetch` whose answers are bounded: one line of a stream, and all of anything else. What is longer breaks off. */
const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.body) return answer;
  const streamed = (answer.headers.get("content-type") ?? "").includes("text/event-stream");
  const bounded = answer.body.pipeThrough(bound(streamed));
  const { status, statusText, headers } = answer;
  const copy = new Response(bounded, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: answer.url });
  return copy;
};

const newline = 10;

function bound(streamed: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const last = streamed ? chunk.lastIndexOf(newline) : -1;
      bytes = last >= 0 ? chunk.length - last - 1 : bytes + chunk.length;
      if (bytes > longestMessage)
        controller.error(new Error(`an answer of more than ${longestMessage} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
