import { createHash } from "node:crypto";

/** The name of an op, from the service's own name of the message: what comes twice is done once. */
export function opIdOf(channel: string, key: string): string {
  return `ch-${createHash("sha256").update(`${channel}\n${key}`).digest("hex").slice(0, 40)}`;
}
