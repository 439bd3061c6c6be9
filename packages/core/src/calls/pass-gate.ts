import {
  alwaysAsks,
  type CallSubject,
  type EventBody,
  type StandingRule,
  type TurnId,
} from "@kestrel/protocol";
import { type SessionState, type ToolEntry, takesSnapshots } from "@kestrel/session-state";
import { usesMemory } from "@kestrel/session-state/memories";
import { untilCancelled } from "../cancel/cancellation.ts";
import { describedBefore } from "../catalog/described-before.ts";
import { askLibrarian } from "../crew/retrieval/ask-librarian.ts";
import { secondLook } from "../crew/review/second-look.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import { approvalSubject, decidePermission, type Judgement } from "../permission/decide-permission.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { Diagnostics, ReportIds } from "../ports/diagnostics.ts";
import type { PermissionDecision } from "../ports/stage-hooks.ts";
import type { Assessment, CallArguments, Tool, ToolContext } from "../ports/tool.ts";
import type { CallParts } from "./call-parts.ts";
import { argumentsOf, type LandedToolCall } from "./landed-call.ts";
import type { ApprovalAnswer } from "./pending-answers.ts";
import { type CallOutcome, deniedCall, forbiddenCall, plannedCall, stoppedCall } from "./settle-call.ts";

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

/** A call's subject; with a report if its tool failed, and then any effect is assumed. */
type DescribedCall = { subject?: CallSubject; report?: string };

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

/** What lets a call through that the mode would ask about. */
type Allowance = Exclude<Extract<PermissionDecision, { kind: "allow" }>, { by: "mode" }>;

/** What asking the user about a call and logging the answer needs. */
type GateParts = Pick<CallParts, "agent" | "journal" | "turnId" | "cancel" | "approvals" | "ahead">;

/** Undefined when the call may run; otherwise the result that replaces it. */
export async function passGate(
  parts: GateParts,
  call: ToolEntry,
  assessment: Assessment,
  { decision, digest, ...how }: GatedCall,
): Promise<CallOutcome | undefined> {
  const texts = textsOf(parts.agent, parts.journal.state);
  const before = parts.ahead.get(call.callId);
  parts.ahead.delete(call.callId);
  const isAsked = decision.kind === "ask" && before?.digest === digest;
  if (!isAsked) before?.end();
  switch (decision.kind) {
    case "allow":
      if (decision.by !== "mode")
        await parts.journal.append(allowanceUsed(parts.turnId, call, assessment, { decision, digest }));
      return undefined;
    case "deny":
      return decision.reason === undefined ? plannedCall(texts) : forbiddenCall(decision.reason);
    case "ask": {
      if (parts.cancel.aborted) return stoppedCall;
      const answer = await (isAsked
        ? before.answered
        : askPerson(parts, call, assessment, { digest, ...how }));
      if (answer.decision === "allowed") return undefined;
      return answer.decision === "expired" ? stoppedCall : deniedCall(answer.reason, texts);
    }
    default:
      return decision satisfies never;
  }
}

/** Logs that a call runs by an earlier answer or a rule, without a question. */
function allowanceUsed(
  turnId: TurnId,
  { callId }: ToolEntry,
  { risk, reasons }: Assessment,
  { decision, digest }: Pick<GatedCall, "digest"> & { decision: Allowance },
): EventBody {
  const by =
    decision.by === "rule"
      ? {
          ...{ by: "rule" as const, rules: [...decision.rules] },
          ...(decision.origins && { origins: [...decision.origins] }),
        }
      : { by: "grant" as const, scope: "session" as const };
  const asked = { turnId, callId, digest, risk, reasons: [...reasons] };
  return { type: "approval.resolved", ...asked, decision: "allowed", ...by };
}

/** Asks the person, and resolves when the answer is in the log. A review starts after the question and ends with the answer. */
async function askPerson(
  parts: Omit<GateParts, "ahead">,
  call: ToolEntry,
  assessment: Assessment,
  { digest, trace, rules }: Omit<GatedCall, "decision">,
): Promise<ApprovalAnswer> {
  const { journal, approvals, turnId } = parts;
  const { callId } = call;
  const { risk, reasons, preview, report } = assessment;
  const look = secondLook(parts, call, assessment, digest);
  const answered = approvals.ask(callId, digest, (answer) => {
    const by = answer.decision === "expired" ? "end" : "user";
    return journal.append({ type: "approval.resolved", turnId, callId, digest, by, ...answer });
  });
  // A stop may end the question before its answer is waited for.
  answered.catch(() => undefined); // expected: it is awaited below
  try {
    await journal.append({
      type: "approval.requested",
      turnId,
      callId,
      digest,
      risk,
      reasons: [...reasons],
      preview,
      trace: [...trace],
      ...(rules && { rules: [...rules] }),
      ...(look && { reviewer: look.reviewer }),
      ...(report !== undefined && { report }),
    });
  } catch (error) {
    approvals.withdraw(callId);
    throw error;
  }
  look?.begin();
  return answered.finally(() => look?.stop());
}

/** The gate's decision and its trace, and the digest that an answer or a grant is bound to. */
export type GatedCall = Judgement & { digest: string };

/** Stage 3, whether the call may run, must be asked about, or is denied. */
export async function gateCall(
  { host, hooks, permissions }: Pick<AgentParts, "host" | "hooks" | "permissions">,
  call: Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">,
  { state, assessment, asks = false }: { state: GateState; assessment: Assessment; asks?: boolean },
): Promise<GatedCall> {
  const { mode, workspace, grants, rules: ofSession = [], loadout } = state;
  const { tool, subject = { opaque: true } } = call;
  const digest = host.digest(approvalSubject(workspace, call, assessment.binding));
  const rules: StandingRule[] = [
    ...((await permissions?.rules(workspace)) ?? []),
    ...ofSession.map((rule): StandingRule => ({ verdict: "allow", rule, origin: "session" })),
    ...(["ask", "deny"] as const).flatMap((verdict) =>
      (loadout?.[verdict] ?? []).map((rule): StandingRule => ({ verdict, rule, origin: "loadout" })),
    ),
  ];
  const { places } = assessment;
  const judged = decidePermission({
    mode,
    tool,
    workspace,
    subject,
    places,
    assessment,
    digest,
    grants,
    rules,
  });
  // A stage hook counts before `hooks.gate`: a subagent's gate cannot ask the user, so it has to deny the call.
  const wanted: PermissionDecision =
    asks && judged.decision.kind === "allow" ? { kind: "ask" } : judged.decision;
  const told = (await hooks?.gate?.(call, wanted, assessment, { workspace, rules: judged.rules })) ?? wanted;
  const decision = strictness[told.kind] > strictness[wanted.kind] ? told : wanted;
  if (strictness[decision.kind] <= strictness[judged.decision.kind]) return { ...judged, digest };
  return { ...judged, decision, trace: [...judged.trace, { step: "hook" }], digest };
}

/** What of a session the gate looks at. */
export type GateState = Pick<SessionState, "mode" | "workspace" | "grants" | "rules" | "loadout">;

/** A check after the rules can only make a decision stricter. */
const strictness = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<
  PermissionDecision["kind"],
  number
>;

/** Questions shown at the same time, at most. */
const mostBeside = 20;

type Question = { call: ToolEntry; assessment: Assessment; gated: GatedCall };

/**
 * Asks about neighbouring calls of one kind (changes of different files, or commands) before the first is answered, so that the
 * user sees all of them. Each is judged again before it runs: if its precondition changed, the answer is void and the question is
 * asked again. Destructive and external calls, and those that always ask, are asked alone.
 */
export async function askAhead(
  parts: CallParts,
  calls: readonly ToolEntry[],
  contextFor: (call: ToolEntry) => ToolContext,
): Promise<void> {
  const { approvals, ahead, journal, cancel } = parts;
  if (calls.length < 2 || ahead.size > 0 || cancel.aborted || journal.state.mode === "plan") return;
  const questions: Question[] = [];
  const places = new Set<string>();
  for (const call of calls.slice(0, mostBeside)) {
    const question = await questionOf(parts, call, contextFor(call));
    const { risk, preview } = question?.assessment ?? {};
    const isOfKind = question && risk === (questions[0]?.assessment.risk ?? risk);
    if (!isOfKind || (preview && places.has(preview.path))) break;
    if (preview) places.add(preview.path);
    questions.push(question);
  }
  if (questions.length < 2 || cancel.aborted) return;
  for (const { call, assessment, gated } of questions) {
    const answered = askPerson(parts, call, assessment, gated);
    answered.catch(() => undefined); // expected: the call gets it when its turn comes
    ahead.set(call.callId, {
      digest: gated.digest,
      answered,
      end: () => approvals.end(call.callId),
    });
  }
}

/** The question of a call now; undefined for one that asks nothing, or asks alone. */
async function questionOf(
  { agent, journal: { state } }: CallParts,
  call: ToolEntry,
  context: ToolContext,
): Promise<Question | undefined> {
  const tool = toolNamed(agent, call.tool);
  if (call.rejected || !tool || tool.question) return undefined;
  const assessment = await assessCall(agent.host, call, { tool, args: argumentsOf(call), context });
  if (!assessment || assessment.refused || assessment.report !== undefined) return undefined;
  const { risk, reasons } = assessment;
  if ((risk !== "edit" && risk !== "execute") || alwaysAsks(reasons)) return undefined;
  const gated = await gateCall(agent, call, { state, assessment });
  return gated.decision.kind === "ask" ? { call, assessment, gated } : undefined;
}
