import type { RuleOrigin } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Assessment } from "./tool.ts";

/** The decision about one call: the reason it is allowed by, or the reason for a denial other than the mode. */
export type PermissionDecision =
  | { kind: "allow"; by: "mode" | "grant" }
  | { kind: "allow"; by: "rule"; rules: readonly string[]; origins?: readonly RuleOrigin[] }
  | { kind: "ask" }
  | { kind: "deny"; reason?: string };

/**
 * Runs after the gate: it may turn allow into ask and ask into deny. A weaker answer than the gate's is ignored. `where`: the
 * session's folder, and the rules that would allow exactly this call. A hook that throws fails the turn with `internal`; it is
 * never skipped.
 */
export type GateHook = (
  call: Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">,
  decision: PermissionDecision,
  assessment: Assessment,
  where: { workspace: string; rules?: readonly string[] },
) => Promise<PermissionDecision> | PermissionDecision;
