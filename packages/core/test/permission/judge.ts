import type { CallSubject, Mode, StandingRule } from "@kestrel/protocol";
import { decidePermission, type PermissionQuestion } from "../../src/permission/decide-permission.ts";

const modes: readonly Mode[] = ["plan", "ask", "edits", "auto"];

/** A line of plain words between `&&`, as every shell reads it. */
export function line(text: string): CallSubject {
  const commands = text.split(" && ");
  const simple = commands.map((command, at) => ({
    words: command.split(" "),
    joint: at < commands.length - 1 ? ("&&" as const) : ("" as const),
  }));
  return { commands: [text], simple, alike: true };
}
export const veiled = (text: string): CallSubject => ({ commands: [text], opaque: true });
export const file = (path: string, access: "read" | "write" = "write"): CallSubject => ({
  paths: [{ path, access }],
});

export type Told = Partial<Omit<PermissionQuestion, "assessment" | "rules">> &
  Partial<PermissionQuestion["assessment"]> & { rules?: readonly string[] };

/** Rules as `deny command: rm *`. */
export function judge({
  rules = [],
  risk = "execute",
  reasons = [],
  reading,
  below,
  confined,
  unproven,
  ...told
}: Told) {
  const standing = rules.map((text): StandingRule => {
    const [verdict = "", ...rule] = text.split(" ");
    const workspace = verdict.startsWith("workspace-");
    return {
      verdict: verdict.replace("workspace-", "") as StandingRule["verdict"],
      rule: rule.join(" "),
      origin: workspace ? "workspace" : "user",
    };
  });
  const assessment = { risk, reasons, reading, below, confined, unproven };
  return decidePermission({
    mode: "ask",
    tool: "shell",
    workspace: "/w",
    subject: line("npm test"),
    digest: "d",
    grants: [],
    ...told,
    assessment,
    rules: standing,
  });
}
/** What every mode says, in their order. */
export const verdicts = (told: Told) => modes.map((mode) => judge({ ...told, mode }).decision.kind).join(" ");
