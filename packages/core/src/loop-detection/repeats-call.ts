import type { ToolEntry } from "@kestrel/session-state";
import { askedBy } from "./call-signature.ts";

/** A call as the model made it. */
type Made = Pick<ToolEntry, "tool" | "arguments" | "rejected">;

/**
 * Whether a reply makes nothing but a call of this turn again, whose answer cannot have changed: no file was changed since, and
 * no command ran that may have changed one. A command itself may tell something new each time.
 */
export function repeatsCall(before: readonly ToolEntry[], calls: readonly Made[]): boolean {
  const [call, ...others] = calls;
  if (!call || others.length > 0 || call.rejected) return false;
  const asked = askedOf(call);
  const at = before.findLastIndex((one) => one.tool === call.tool && askedOf(one) === asked);
  const earlier = before[at];
  if (earlier?.rejected || (earlier?.status !== "ok" && earlier?.status !== "error")) return false;
  return before
    .slice(at)
    .every(({ changes, risk }) => changes.length === 0 && (risk === "read" || risk === "edit"));
}

function askedOf({ arguments: text }: Pick<ToolEntry, "arguments">): string {
  return askedBy(JSON.parse(text), text);
}
