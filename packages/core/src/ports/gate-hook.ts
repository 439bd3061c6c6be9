import type { RuleOrigin } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Assessment } from "./tool.ts";

/** What the gate says to one call: by what it lets it through, or why it denies it where that is not the mode. */
export type PermissionDecision =
  | { kind: "allow"; by: "mode" | "grant" }
  | { kind: "allow"; by: "rule"; rules: readonly string[]; origins?: readonly RuleOrigin[] }
  | { kind: "ask" }
  | { kind: "deny"; reason?: string };

/**
 * Stands behind the gate: it may turn allow into ask and ask into deny. A weaker answer than the gate's own is not taken.
 * `where`: the folder of the session, and the rules that would allow exactly this call. A hook that throws fails the turn with `internal`; it is never skipped.
 */
export type GateHook = (
  call: Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">,
  decision: PermissionDecision,
  assessment: Assessment,
  where: { workspace: string; rules?: readonly string[] },
) => Promise<PermissionDecision> | PermissionDecision;
