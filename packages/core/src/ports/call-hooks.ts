import type { CallSubject, RuleOrigin } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Assessment, StaleCall, ToolResult } from "./tool.ts";

/** What the gate says to one call: by what it lets it through, or why it denies it where that is not the mode. */
export type PermissionDecision =
  | { kind: "allow"; by: "mode" | "grant" }
  | { kind: "allow"; by: "rule"; rules: readonly string[]; origins?: readonly RuleOrigin[] }
  | { kind: "ask" }
  | { kind: "deny"; reason?: string };

/** A call as those beside its way see it. */
export type CallInQuestion = Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">;

/**
 * One seam behind each stage of a call: describe, assess, gate, execute, settle. Each is given what its stage came to and
 * says what holds instead; one that is absent changes nothing.
 *
 * - `gate` may turn allow into ask and ask into deny. What would be weaker than the gate's own word is not taken.
 * - `execute` stands around the run and may put another in its place; it keeps a tool's promises (see `Tool`).
 * - One that throws ends the turn as a failure of the house: none of these is ever passed over.
 */
export type CallHooks = {
  describe?(call: Omit<CallInQuestion, "callId">, subject: CallSubject): CallSubject;
  assess?(call: CallInQuestion, assessment: Assessment): Promise<Assessment> | Assessment;
  gate?(
    call: CallInQuestion,
    decision: PermissionDecision,
    assessment: Assessment,
  ): Promise<PermissionDecision> | PermissionDecision;
  execute?(call: CallInQuestion, run: () => Promise<ToolResult | StaleCall>): Promise<ToolResult | StaleCall>;
  settle?(call: CallInQuestion, result: ToolResult): Promise<ToolResult> | ToolResult;
};
