import type { Mode, Risk } from "@kestrel/protocol";
import type { CallBinding } from "../ports/tool.ts";

/** What the gate says to one call. Deny beats allow beats ask. */
export type Verdict = { kind: "allow"; by: "mode" | "grant" } | { kind: "ask" } | { kind: "deny" };

export type Question = {
  mode: Mode;
  risk: Risk;
  /** A place that other programs obey, or a known secret: asks in every mode that does not deny, and is never remembered. */
  alwaysAsks: boolean;
  /** Digest of what an answer would be bound to: see `approvalSubject`. */
  digest: string;
  grants: readonly string[];
};

/** Mode × risk × what the user remembered. A grant covers exactly the bytes it was given for. */
export function decidePermission({ mode, risk, alwaysAsks, digest, grants }: Question): Verdict {
  if (risk === "read" && alwaysAsks) return { kind: "ask" };
  if (risk === "read") return { kind: "allow", by: "mode" };
  if (mode === "plan") return { kind: "deny" };
  if (!alwaysAsks && grants.includes(digest)) return { kind: "allow", by: "grant" };
  return { kind: "ask" };
}

/**
 * What an answer is bound to, as the text that is digested: workspace, tool, argument bytes, and the ground the call was
 * judged on, by name. NUL cannot occur in a path, a tool name or JSON text; without a binding this is what older logs hold.
 */
export function approvalSubject(
  workspace: string,
  { tool, arguments: text }: { tool: string; arguments: string },
  binding: CallBinding = {},
): string {
  const ground = Object.entries(binding).sort(([left], [right]) => (left < right ? -1 : 1));
  const bound = ground.length > 0 ? `\0${JSON.stringify(ground)}` : "";
  return `${workspace}\0${tool}\0${text}${bound}`;
}
