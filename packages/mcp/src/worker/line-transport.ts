import { StringDecoder } from "node:string_decoder";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { LinkTrouble } from "./messages.ts";

/** UTF-16 units of one message: a result of ten megabytes, and what JSON makes of it. */
export const longestMessage = 16 * 1024 * 1024;

/** A transport of lines over a byte stream that the caller owns. `take` receives the bytes as they arrive. */
export type LineTransport = Transport & { take(bytes: Uint8Array): void; ended(): void };

/**
 * One JSON message per line, both ways. Other lines are ignored, because some programs print a greeting. A line that is too
 * long ends the connection.
 */
export function lineTransport(
  write: (line: string) => void,
  broken: (why: LinkTrouble, detail: string) => void,
): LineTransport {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  let units = 0;
  let open = true;
  const end = () => {
    if (!open) return;
    open = false;
    pieces = [];
    transport.onclose?.();
  };
  const receive = (line: string) => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // expected: a server that writes other lines as well
      return;
    }
    if (isMessage(message)) transport.onmessage?.(message);
  };
  const transport: LineTransport = {
    start: async () => {},
    send: async (message) => {
      if (open) write(`${JSON.stringify(message)}\n`);
    },
    close: async () => end(),
    ended: end,
    take: (bytes) => {
      if (!open) return;
      const lines = decoder.write(Buffer.from(bytes)).split("\n");
      const rest = lines.pop() ?? "";
      for (const [at, line] of lines.entries()) {
        const whole = at === 0 ? [...pieces, line].join("") : line;
        if (at === 0) [pieces, units] = [[], 0];
        if (whole.trim() !== "") receive(whole);
      }
      pieces.push(rest);
      units += rest.length;
      if (units > longestMessage) {
        broken("too_long", `one message of more than ${longestMessage} characters`);
        end();
      }
    },
  };
  return transport;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}
