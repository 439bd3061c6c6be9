import type { EventBody, Risk, RiskReason, SessionState, ToolEntry } from "@kestrel/protocol";
import { outputLimit } from "../budget/context-ledger.ts";
import { KestrelError } from "../errors.ts";
import { guardedAnswer } from "../guards/answer-reminder.ts";
import { answered } from "../guards/call-signature.ts";
import { turnSoFar } from "../guards/turn-so-far.ts";
import { decidePermission, grantSubject } from "../permission/decide-permission.ts";
import type { Assessment, Tool, ToolResult, ToolSurroundings } from "../ports/tool.ts";
import type { TurnParts } from "./turn-parts.ts";

type Finished = Extract<EventBody, { type: "tool.finished" }>;
type Ending = Pick<Finished, "outcome" | "content" | "seen">;

/** Takes one requested call through the gate, runs it and logs the answer. Every call gets one, whatever happens. */
export async function runCall(parts: TurnParts, call: ToolEntry, tool: Tool): Promise<void> {
  const args = JSON.parse(call.arguments) as Record<string, unknown>;
  const surroundings = surroundingsOf(parts, call);
  const assessment = await assessed(tool, args, surroundings);
  // What would be refused anyway asks nobody; in plan mode the plan comes first.
  if (assessment.refused && parts.record.state.mode !== "plan") {
    return settle(parts, call, { result: assessment.refused, risk: assessment.risk });
  }
  const refusal = await gate(parts, call, assessment);
  if (refusal) return finish(parts, call, refusal);
  if (parts.cancel.aborted) return finish(parts, call, cancelledEnding);
  await parts.record.append({ type: "tool.started", turnId: parts.turnId, callId: call.callId });
  const startedAt = parts.host.now();
  const result = await ran(tool, args, surroundings);
  parts.air.outputDone(call.callId);
  const durationMs = Math.round(parts.host.now() - startedAt);
  await settle(parts, call, { result, risk: assessment.risk, durationMs });
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
  const { risk, reasons, preview, refused } = assessment;
  const { callId } = call;
  const digest = host.digest(grantSubject(record.state.workspace, call.tool, call.arguments));
  const verdict = decidePermission({
    mode: record.state.mode,
    risk,
    protectedPath: reasons.includes("protected_path"),
    digest,
    grants: record.state.grants,
  });
  switch (verdict.kind) {
    case "allow":
      if (verdict.by === "grant") await grantUsed(parts, call, { digest, risk, reasons });
      return undefined;
    case "deny":
      return { outcome: "denied", content: "Denied: this session is in plan mode, which only reads." };
    case "ask": {
      if (cancel.aborted) return cancelledEnding;
      if (refused) {
        const { outcome, content, seen } = refused;
        return { outcome, content, seen: seen && [...seen] };
      }
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
  surroundings: ToolSurroundings,
): Promise<Assessment> {
  try {
    return await tool.assess(args, surroundings);
  } catch {
    return { risk: "destructive", reasons: [] };
  }
}

async function ran(
  tool: Tool,
  args: Record<string, unknown>,
  surroundings: ToolSurroundings,
): Promise<ToolResult> {
  try {
    return await tool.run(args, surroundings);
  } catch (error) {
    const detail = error instanceof KestrelError ? error.message : "the tool failed inside Kestrel";
    return { outcome: "error", content: `The call failed: ${detail}.` };
  }
}

function surroundingsOf({ record, air, cancel }: TurnParts, { callId }: ToolEntry): ToolSurroundings {
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
