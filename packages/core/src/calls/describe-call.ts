import type { CallSubject } from "@kestrel/protocol";
import { type SessionState, type ToolEntry, takesSnapshots } from "@kestrel/session-state";
import { usesMemory } from "@kestrel/session-state/memories";
import { untilCancelled } from "../cancel/cancellation.ts";
import { describedBefore } from "../catalog/described-before.ts";
import { askLibrarian } from "../crew/retrieval/ask-librarian.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { Diagnostics, ReportIds } from "../ports/diagnostics.ts";
import type { Assessment, CallArguments, Tool, ToolContext } from "../ports/tool.ts";
import type { CallParts } from "./call-parts.ts";
import type { LandedToolCall } from "./landed-call.ts";

/** The tool of that name among those the agent has. */
export function toolNamed(
  { tools, catalog }: Pick<AgentParts, "tools" | "catalog">,
  name: string,
): Tool | undefined {
  return (
    tools.find(({ spec }) => spec.name === name) ??
    (catalog?.tool.spec.name === name ? catalog.tool : undefined)
  );
}

/** The parsed arguments: call parsing ensures an object that fits the schema. */
export function argumentsOf({ arguments: text }: Pick<LandedToolCall, "arguments">): CallArguments {
  return JSON.parse(text) as CallArguments;
}

/** A call's subject; with a report if its tool failed, and then any effect is assumed. */
export type DescribedCall = { subject?: CallSubject; report?: string };

/** Stage 1: a call's subject, by its tool. Undefined for a call that cannot be run. */
export async function describeCall(
  agent: Pick<AgentParts, "tools" | "catalog" | "host">,
  call: LandedToolCall,
  ids: ReportIds,
): Promise<DescribedCall> {
  const tool = toolNamed(agent, call.tool);
  if (!tool || call.rejected) return {};
  const { display } = tool;
  try {
    return { subject: { ...(await tool.describe(argumentsOf(call))), ...(display && { display }) } };
  } catch (error) {
    return { subject: { opaque: true }, report: agent.host.report(`describing ${call.tool}`, error, ids) };
  }
}

/** Stage 2: the effect of the call under the current preconditions. Undefined when the turn was stopped meanwhile. */
export function assessCall(
  host: Diagnostics,
  call: ReportedCall,
  { tool, args, context }: { tool: Tool; args: CallArguments; context: ToolContext },
): Promise<Assessment | undefined> {
  const failed = (error: unknown) => host.report(`judging ${call.tool}`, error, idsOf(call, context));
  return untilCancelled(assessed(tool, args, context, failed), context.cancel);
}

/** A tool that fails to assess its call is treated as destructive. */
async function assessed(
  tool: Tool,
  args: CallArguments,
  context: ToolContext,
  report: (error: unknown) => string,
): Promise<Assessment> {
  try {
    return await tool.assess(args, context);
  } catch (error) {
    return { risk: "destructive", reasons: [], report: report(error) };
  }
}

/** A call whose failure may be reported; one that no model made is of no turn. */
export type ReportedCall = Pick<ToolEntry, "callId" | "tool"> & Partial<Pick<ToolEntry, "turnId" | "step">>;

/** The ids by which a failure of a call is found again. */
export function idsOf({ callId, turnId, step }: ReportedCall, { asked }: ToolContext): ReportIds {
  return asked ? { sessionId: asked.sessionId, turnId, step, callId } : {};
}

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
