import { request } from "node:https";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { makeCertificate, makeKey } from "../../src/index.ts";

/** An address that other devices use, with a certificate made for it. Linux has all of 127.0.0.0/8. */
export async function remotePlace(names: readonly string[] = [], address = "127.0.0.2") {
  const key = makeKey();
  return {
    address,
    port: 0,
    names,
    key,
    certificate: await makeCertificate(key, [address, ...names], new Date()),
  };
}

type Asked = { method?: string; token?: string; headers?: Record<string, string>; body?: unknown };

/** One request by TLS from a client that trusts this certificate and no other. Resolves with the answer, whose body is read. */
export function askRemotely(
  { url, certificate }: { url: string; certificate: string },
  path: string,
  { method = "GET", token, headers, body }: Asked = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== "GET" && { "content-type": "application/json" }),
      ...headers,
    };
    const whoItIs = {
      ca: certificate,
      // Whatever Host header a test sends.
      checkServerIdentity: (_host: string, shown: PeerCertificate) =>
        checkServerIdentity(new URL(url).hostname, shown),
    };
    const asking = request(
      new URL(path, url),
      { ...whoItIs, method, headers: sent, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece) => {
          text += piece;
        });
        answer.on("error", reject);
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asking.on("error", reject);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
