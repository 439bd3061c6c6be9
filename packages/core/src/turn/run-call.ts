import {
  alwaysAsks,
  type EventBody,
  onlyReads,
  type Risk,
  type RiskReason,
  type SessionState,
  type ToolEntry,
} from "@kestrel/protocol";
import { outputLimit } from "../budget/context-ledger.ts";
import { KestrelError } from "../errors.ts";
import { guardedAnswer } from "../guards/answer-reminder.ts";
import { answered } from "../guards/call-signature.ts";
import { turnSoFar } from "../guards/turn-so-far.ts";
import { approvalSubject, decidePermission } from "../permission/decide-permission.ts";
import type { Assessment, StaleCall, Tool, ToolContext, ToolResult } from "../ports/tool.ts";
import type { TurnParts } from "./turn-parts.ts";

type Finished = Extract<EventBody, { type: "tool.finished" }>;
type Ending = Pick<Finished, "outcome" | "content" | "seen">;

/** So often a call is assessed and asked about when the ground moves under it between question and run. */
const mostAssessments = 3;

/** Takes one requested call through the gate, runs it and logs the answer. Every call gets one, whatever happens. */
export async function runCall(parts: TurnParts, call: ToolEntry, tool: Tool): Promise<void> {
  // What a plan does not do is not even looked at: judging it may cost as much as doing it.
  if (parts.record.state.mode === "plan" && !onlyReads(call.subject ?? { opaque: true }))
    return finish(parts, call, planEnding);
  for (let time = 1; time <= mostAssessments; time++) {
    if ((await attempt(parts, call, tool)) !== "stale") return;
  }
  await finish(parts, call, staleEnding);
}

/** Once through: assess, gate, run, settle. `stale`: the ground was another one when it ran, and nothing was done. */
async function attempt(parts: TurnParts, call: ToolEntry, tool: Tool): Promise<"answered" | "stale"> {
  const args = JSON.parse(call.arguments) as Record<string, unknown>;
  const context = contextOf(parts, call);
  const assessment = await assessed(tool, args, context);
  const { risk, binding } = assessment;
  if (assessment.refused) {
    await settle(parts, call, { result: assessment.refused, risk });
    return "answered";
  }
  const refusal = parts.cancel.aborted ? cancelledEnding : await gate(parts, call, assessment);
  if (refusal || parts.cancel.aborted) {
    await finish(parts, call, refusal ?? cancelledEnding);
    return "answered";
  }
  await parts.record.append({ type: "tool.started", turnId: parts.turnId, callId: call.callId });
  const startedAt = parts.host.now();
  const result = await ran(tool, args, { ...context, approved: binding ?? {} });
  parts.air.outputDone(call.callId);
  if (result.outcome === "stale") return "stale";
  const durationMs = Math.round(parts.host.now() - startedAt);
  await settle(parts, call, { result, risk, durationMs });
  return "answered";
}

type Settled = { result: ToolResult; risk: Risk; durationMs?: number };

/** Logs what a call came to. Where calls go in circles the answer says so, or stands for one that was given before. */
async function settle(parts: TurnParts, call: ToolEntry, settled: Settled): Promise<void> {
  const { result, risk, durationMs } = settled;
  const { record, cancel, turnId } = parts;
  const { changes = [], outcome, exitCode, seen, relay, openItems } = result;
  const { callId } = call;
  const status = cancel.aborted && outcome === "error" ? ("cancelled" as const) : outcome;
  const resultDigest = digestOf(parts, status, result.content);
  const answer = { ...call, status, content: result.content, exitCode, resultDigest, changes };
  const { content, cause } = guardedAnswer([...answered(turnSoFar(record.state).calls), answer]);
  await record.append(
    ...changes.map((change): EventBody => ({ type: "file.changed", turnId, callId, ...change })),
    {
      type: "tool.finished",
      turnId,
      callId,
      outcome: status,
      content,
      exitCode,
      durationMs,
      seen: seen && [...seen],
      relay,
      resultDigest,
      risk,
      cause,
      openItems: openItems && [...openItems],
    },
  );
}

function digestOf({ host }: TurnParts, outcome: string, content: string): string {
  return host.digest(`${outcome}\0${content}`).slice(0, 16);
}

export const cancelledEnding: Ending = {
  outcome: "cancelled",
  content: "Not run: the user stopped the turn.",
};

const planEnding: Ending = {
  outcome: "denied",
  content: "Denied: this session is in plan mode, which only reads.",
};

const staleEnding: Ending = {
  outcome: "error",
  content:
    "Not run: the files it works on changed again each time the user was asked. Look at them, then call again.",
};

/** Logs an answer to a call that was not run. */
export async function finish(
  parts: TurnParts,
  call: Pick<ToolEntry, "callId">,
  ending: Ending,
): Promise<void> {
  await parts.record.append({
    type: "tool.finished",
    turnId: parts.turnId,
    callId: call.callId,
    resultDigest: digestOf(parts, ending.outcome, ending.content),
    ...ending,
  });
}

/** Undefined when the call may run; otherwise the answer that stands in its place. */
async function gate(parts: TurnParts, call: ToolEntry, assessment: Assessment): Promise<Ending | undefined> {
  const { record, host, mailbox, turnId, cancel } = parts;
  const { risk, reasons, preview, binding } = assessment;
  const { callId } = call;
  const digest = host.digest(approvalSubject(record.state.workspace, call, binding));
  const verdict = decidePermission({
    mode: record.state.mode,
    risk,
    alwaysAsks: alwaysAsks(reasons),
    digest,
    grants: record.state.grants,
  });
  switch (verdict.kind) {
    case "allow":
      if (verdict.by === "grant") await grantUsed(parts, call, { digest, risk, reasons });
      return undefined;
    case "deny":
      return planEnding;
    case "ask": {
      if (cancel.aborted) return cancelledEnding;
      const answer = mailbox.ask(callId, digest);
      await record.append({
        type: "approval.requested",
        turnId,
        callId,
        digest,
        risk,
        reasons: [...reasons],
        preview,
      });
      const letter = await answer;
      const by = letter.decision === "expired" ? "end" : "user";
      await record.append({ type: "approval.resolved", turnId, callId, digest, by, ...letter });
      if (letter.decision === "allowed") return undefined;
      if (letter.decision === "expired") return cancelledEnding;
      const said = letter.reason ? ` They said: ${letter.reason}` : "";
      return { outcome: "denied", content: `The user denied this call.${said}` };
    }
    default:
      verdict satisfies never;
      return undefined;
  }
}

/** A call that runs on an earlier answer says so in the log. */
async function grantUsed(
  { record, turnId }: TurnParts,
  { callId }: ToolEntry,
  { digest, risk, reasons }: { digest: string; risk: Risk; reasons: readonly RiskReason[] },
): Promise<void> {
  await record.append(
    { type: "approval.requested", turnId, callId, digest, risk, reasons: [...reasons] },
    { type: "approval.resolved", turnId, callId, digest, decision: "allowed", scope: "session", by: "grant" },
  );
}

/** A tool that cannot say what it would do is treated as the worst it could be. */
async function assessed(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<Assessment> {
  try {
    return await tool.assess(args, context);
  } catch {
    return { risk: "destructive", reasons: [] };
  }
}

async function ran(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult | StaleCall> {
  try {
    return await tool.run(args, context);
  } catch (error) {
    const detail = error instanceof KestrelError ? error.message : "the tool failed inside Kestrel";
    return { outcome: "error", content: `The call failed: ${detail}.` };
  }
}

function contextOf({ record, air, cancel }: TurnParts, { callId }: ToolEntry): ToolContext {
  return {
    workspace: record.state.workspace,
    outputLimit: outputLimit(record.state.window),
    lastSeen: (path) => lastSeen(record.state, path),
    show: (delta) => air.output(callId, delta),
    cancel,
    callName: `${record.state.sessionId}-${callId}`,
  };
}

/** The hash a file had when this session last read or wrote it; undefined when never, or when that output was folded away. */
function lastSeen({ timeline }: SessionState, path: string): string | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "tool" || entry.folded) continue;
    const changed = entry.changes.findLast((change) => change.path === path);
    if (changed) return changed.after;
    const seen = entry.seen?.findLast((file) => file.path === path);
    if (seen) return seen.hash;
  }
  return undefined;
}
