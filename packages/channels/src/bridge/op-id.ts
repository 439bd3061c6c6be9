import { createHash } from "node:crypto";

/** An op's id derived from the service's id of the message: a repeated message has one effect. */
export function opIdOf(channel: string, key: string): string {
  return `ch-${createHash("sha256").update(`${channel}\n${key}`).digest("hex").slice(0, 40)}`;
}
