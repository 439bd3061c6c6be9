import type { Transport } from "@modelcontextprotocol/client";
import type { LinkTrouble } from "./messages.ts";

/** Requests and notifications accepted from a server per second. The rest are dropped. */
const heardInASecond = 200;
/** Dropped messages in all after which the connection is closed. */
const mostDropped = 20_000;

/** Limits the rate of a server's requests and notifications. Its answers always pass. */
export function guardTransport(
  inner: Transport,
  broken: (why: LinkTrouble, detail: string) => void,
  now: () => number,
): Transport {
  let since = 0;
  let heard = 0;
  let dropped = 0;
  const outer: Transport = {
    start: async () => {
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onmessage = (message, extra) => {
        const unasked = "method" in message;
        if (unasked && !mayPass()) return;
        outer.onmessage?.(message, extra);
      };
      await inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    get sessionId() {
      return inner.sessionId;
    },
    get hasPerRequestStream() {
      return inner.hasPerRequestStream ?? false;
    },
  };
  const mayPass = () => {
    const at = now();
    if (at - since > 1_000) [since, heard] = [at, 0];
    heard += 1;
    if (heard <= heardInASecond) return true;
    dropped += 1;
    if (dropped === mostDropped) {
      broken("flood", `${mostDropped} messages nobody asked for`);
      void inner.close();
    }
    return false;
  };
  return outer;
}
