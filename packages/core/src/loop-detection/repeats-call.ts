import type { ToolEntry } from "@kestrel/session-state";
import { askedBy } from "./call-trail.ts";

/** A call as the model made it. */
type Made = Pick<ToolEntry, "tool" | "arguments" | "rejected">;

/**
 * Whether a reply consists only of a call that this turn has made and whose answer cannot have changed: since then no file was changed, and
 * no command ran that may have changed one. A command's own output may differ each time.
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

/** Whether a reply consists only of a change of a file that this turn has made, with nothing but reads since. */
export function repeatsChange(before: readonly ToolEntry[], calls: readonly Made[]): boolean {
  const [call, ...others] = calls;
  if (!call || others.length > 0 || call.rejected) return false;
  const asked = askedOf(call);
  const at = before.findLastIndex((one) => one.tool === call.tool && askedOf(one) === asked);
  const since = before.slice(at + 1);
  const made = before[at];
  return (
    made?.risk === "edit" &&
    made.status === "ok" &&
    since.every(({ changes, risk }) => changes.length === 0 && (risk === "read" || risk === "edit"))
  );
}

function askedOf({ arguments: text }: Pick<ToolEntry, "arguments">): string {
  return askedBy(JSON.parse(text), text);
}
