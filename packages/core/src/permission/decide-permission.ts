import type { Mode, Risk } from "@kestrel/protocol";

/** What the gate says to one call. Deny beats allow beats ask. */
export type Verdict = { kind: "allow"; by: "mode" | "grant" } | { kind: "ask" } | { kind: "deny" };

export type Question = {
  mode: Mode;
  risk: Risk;
  /** The path is one that policy or startup files live at: always asks, never remembered. */
  protectedPath: boolean;
  /** Digest of workspace, tool and argument bytes. */
  digest: string;
  grants: readonly string[];
};

/** Mode × risk × what the user remembered. A grant covers exactly the bytes it was given for. */
export function decidePermission({ mode, risk, protectedPath, digest, grants }: Question): Verdict {
  if (risk === "read") return { kind: "allow", by: "mode" };
  if (mode === "plan") return { kind: "deny" };
  if (!protectedPath && grants.includes(digest)) return { kind: "allow", by: "grant" };
  return { kind: "ask" };
}

/** What a grant is bound to. NUL cannot occur in a path, a tool name or JSON text. */
export function grantSubject(workspace: string, tool: string, argumentText: string): string {
  return `${workspace}\0${tool}\0${argumentText}`;
}
