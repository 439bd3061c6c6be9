import { type SessionState, type ToolEntry, takesSnapshots } from "@kestrel/session-state";
import { usesMemory } from "@kestrel/session-state/memories";
import { describedBefore } from "../catalog/described-before.ts";
import { askLibrarian } from "../crew/retrieval/ask-librarian.ts";
import { textsOf } from "../model-traits/texts-of.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { CallParts } from "./call-parts.ts";

/** Milliseconds: a model's step takes longer, and a search without a result costs another step. */
const longestSearch = 2_000;

/** What a tool may read and use for one call; its result has at most `bound` UTF-16 units. */
export function contextOf(
  parts: Pick<CallParts, "agent" | "journal" | "live" | "cancel" | "turnId" | "lanes">,
  { callId, subject }: ToolEntry,
  bound: number,
): ToolContext {
  const { agent, journal, live, cancel, turnId } = parts;
  const { workspace, sessionId } = journal.state;
  const snapshots = takesSnapshots(journal.state);
  return {
    workspace,
    outputLimit: bound,
    ...(snapshots && { snapshots }),
    ...(agent.memory && { memory: memoryOf(journal.state, agent.memory.on) }),
    texts: textsOf(agent, journal.state),
    lastSeen: (path) => lastSeen(journal.state, path),
    catalog: journal.state.prefix.catalog,
    described: (name) => describedBefore(journal.state, name),
    ...(agent.crew && {
      nearest: (cards, words) =>
        askLibrarian(parts, { cards, words }, { turnId, withinMs: longestSearch, cancel }),
    }),
    sees: async () =>
      (await agent.backend.facts()).capabilities.toolImages === true && agent.images !== undefined,
    show: (delta) => live.output(callId, delta),
    cancel,
    ...(subject && { subject }),
    ...(sessionId !== undefined && { asked: { sessionId, callId } }),
    callName: `${sessionId}-${callId}`,
  };
}

/** An output of any tool is text that the person did not type, and so is a line of a suggested file. */
function memoryOf(state: SessionState, isOn: boolean): ToolContext["memory"] {
  const outside = [...state.timeline].some(
    (entry) =>
      (entry.kind === "tool" && entry.status === "ok") ||
      (entry.kind === "user" && entry.notes.some(({ contextKind }) => contextKind === "files")),
  );
  return { on: isOn && usesMemory(state), outside };
}

/** The hash a file had when this session last read or wrote it; undefined when never, or when that output was folded away. */
export function lastSeen({ timeline }: SessionState, path: string): string | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "tool" || entry.folded) continue;
    const changed = entry.changes.findLast((change) => change.path === path);
    if (changed) return changed.after;
    const seen = entry.seen?.findLast((file) => file.path === path);
    if (seen) return seen.hash;
  }
  return undefined;
}
