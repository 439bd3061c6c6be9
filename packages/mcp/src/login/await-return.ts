import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Trouble } from "../connection/link.ts";

/** What the person comes back with from where they said yes. */
type Returned = { code: string; iss?: string };

export type Return = {
  /** On loopback, for this login alone. */
  redirectUrl: string;
  state: string;
  /** Rejects with a Trouble. */
  returned: Promise<Returned>;
  close(): void;
};

/** Time limit for the login in the browser. Milliseconds. */
const patienceMs = 5 * 60_000;

const page =
  '<!doctype html><meta charset="utf-8"><title>Kestrel</title><p>Done. You may close this page.<p>完成，可以关闭此页面。\n';

const base = "http://127.0.0.1";

/** Waits on loopback for one redirect of the browser with the expected `state`. Other requests get no information. */
export async function awaitReturn(): Promise<Return> {
  const state = randomBytes(24).toString("base64url");
  const path = `/return/${randomBytes(16).toString("base64url")}`;
  let settle: { resolve(returned: Returned): void; reject(trouble: Trouble): void } | undefined;
  const returned = new Promise<Returned>((resolve, reject) => {
    settle = { resolve, reject };
  });
  returned.catch(() => undefined); // expected: the caller is told
  const server = createServer((request, response) => {
    // Whatever is thrown in here ends the daemon, and `GET //` has an address that cannot be read.
    const asked = request.url ?? "/";
    const isOurs = isLoopback(request.headers.host, request.socket.localPort) && URL.canParse(asked, base);
    const { pathname, searchParams } = new URL(isOurs ? asked : "/", base);
    if (request.method !== "GET" || pathname !== path || !same(searchParams.get("state") ?? "", state))
      return void response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    response.end(page);
    const code = searchParams.get("code");
    const iss = searchParams.get("iss") ?? undefined;
    if (code) settle?.resolve({ code, ...(iss !== undefined && { iss }) });
    else settle?.reject({ why: "auth", detail: (searchParams.get("error") ?? "no code").slice(0, 200) });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const late = setTimeout(
    () => settle?.reject({ why: "timeout", detail: "nobody logged in" }),
    patienceMs,
  ).unref();
  const { port } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${port}${path}`,
    state,
    returned,
    close: () => {
      clearTimeout(late);
      settle?.reject({ why: "auth", detail: "the login was given up" });
      server.close();
      // The page that was just sent is still on its way.
      server.closeIdleConnections();
    },
  };
}

/** Whether the Host header is a loopback name. This stops DNS rebinding, where it has the name of a website. */
function isLoopback(host: string | undefined, port: number | undefined): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

function same(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
