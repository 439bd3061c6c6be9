import type { EventOf } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** Adds what an approval allows for the rest of the session: its rules, or without them the exact call. */
export function withGrant(state: SessionState, body: EventOf<"approval.resolved">): SessionState {
  const { decision, scope, by, digest, rules } = body;
  if (decision !== "allowed" || scope !== "session" || by !== "user") return state;
  if (!rules) return { ...state, grants: [...state.grants, digest] };
  return { ...state, rules: [...new Set([...(state.rules ?? []), ...rules])] };
}

export function withoutGrant(state: SessionState, { digest, rule }: EventOf<"grant.revoked">): SessionState {
  return {
    ...state,
    grants: state.grants.filter((one) => one !== digest),
    rules: state.rules?.filter((one) => one !== rule),
  };
}

/** Something that is allowed for a session: a rule, or a call byte for byte. */
export type SessionGrant =
  | { kind: "rule"; rule: string }
  | { kind: "call"; digest: string; tool: string; text: string };

/** The session's grants, for display. */
export function sessionGrants({ grants, rules = [], timeline }: SessionState): SessionGrant[] {
  const calls = new Map<string, SessionGrant>();
  for (const entry of timeline) {
    const digest = entry.kind === "tool" ? entry.approval?.digest : undefined;
    if (entry.kind !== "tool" || digest === undefined || !grants.includes(digest)) continue;
    const text = entry.subject?.commands?.join("\n") ?? entry.arguments;
    calls.set(digest, { kind: "call", digest, tool: entry.tool, text });
  }
  return [...rules.map((rule): SessionGrant => ({ kind: "rule", rule })), ...calls.values()];
}
