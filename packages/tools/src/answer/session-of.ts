import type { ToolContext } from "@kestrel/core";

/** The session of a call, which is named `<session>-<call>`. */
export function sessionOf({ callName }: Pick<ToolContext, "callName">): string {
  return callName.slice(0, Math.max(0, callName.lastIndexOf("-")));
}
