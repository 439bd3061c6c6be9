import type { Mode, Risk } from "@kestrel/protocol";
import type { PermissionDecision } from "../ports/call-hooks.ts";

export type Question = {
  mode: Mode;
  risk: Risk;
  /** A place that other programs obey, or a known secret: asks in every mode that does not deny, and is never remembered. */
  alwaysAsks: boolean;
  /** Digest of what an answer would be bound to: see `approvalSubject`. */
  digest: string;
  grants: readonly string[];
};

/** Mode × risk × what the user remembered: deny beats allow beats ask. A grant covers exactly the bytes it was given for. */
export function decidePermission({ mode, risk, alwaysAsks, digest, grants }: Question): PermissionDecision {
  if (risk === "read" && alwaysAsks) return { kind: "ask" };
  if (risk === "read") return { kind: "allow", by: "mode" };
  if (mode === "plan") return { kind: "deny" };
  if (!alwaysAsks && grants.includes(digest)) return { kind: "allow", by: "grant" };
  return { kind: "ask" };
}
