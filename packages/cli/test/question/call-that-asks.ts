import { CallId, type Risk, TurnId } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";

/** A call that waits for an answer. */
export function callThatAsks({
  command = "npm test",
  risk = "execute",
  ...other
}: { command?: string; risk?: Risk } & Partial<ToolEntry>): ToolEntry {
  return {
    kind: "tool",
    turnId: TurnId.parse("t1"),
    at: "2026-11-22T10:00:00Z",
    seq: 7,
    step: 1,
    callId: CallId.parse("c1"),
    tool: "shell",
    arguments: JSON.stringify({ command }),
    subject: { commands: [command] },
    status: "waiting",
    approval: { digest: "d1", risk, reasons: ["runs_command"] },
    changes: [],
    folded: false,
    ...other,
  };
}
