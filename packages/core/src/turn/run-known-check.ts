import type { SessionState } from "@kestrel/session-state";
import { describeCall } from "../calls/describe-call.ts";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { runCalls } from "../calls/run-calls.ts";
import { mayRunUnasked } from "../calls/unasked-call.ts";
import { asksForCheck } from "../completion/recognise-check.ts";
import { lastCheck, verificationOf } from "../completion/verification.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { StepParts } from "./step-parts.ts";

/** Most runs at the end of a turn; after that the model is reminded, and its answer is compared with the log. */
const mostAtEnd = 2;
/** UTF-16 units of a check's output: it shares the budget with the files of a message. */
const longestOutput = 2_000;

/** Runs a check that the message names in backticks before the model's first reply: its failure is more precise than the message. */
export async function runNamedCheck(parts: StepParts, step: number): Promise<void> {
  const { state } = parts.journal;
  const message = state.timeline.at(state.timeline.length - 1);
  if (message?.kind !== "user" || message.goesOn || !wantsChecks(parts)) return;
  const call = await namedCheck(parts, message.text);
  if (call && (await mayRunUnasked(parts, call)))
    await runCalls({ ...parts, most: longestOutput }, step, [call]);
}

/**
 * Runs the folder's known check if code changed since the last one: the check that the message names, else the last one that ran. Undefined
 * when there is none, or it would need approval.
 */
export async function runKnownCheck(
  parts: StepParts,
  step: number,
): Promise<"passed" | "failed" | undefined> {
  const { state } = parts.journal;
  const { calls } = turnSoFar(state);
  if (!wantsChecks(parts) || verificationOf(calls).kind !== "unverified") return undefined;
  const since = calls.findIndex(({ changes }) => changes.length > 0);
  if (calls.slice(since).filter(({ by, tool }) => by !== undefined && tool === "shell").length >= mostAtEnd)
    return undefined;
  const call = (await namedCheck(parts, messageOf(state))) ?? checkAgain(state);
  if (!call || !(await mayRunUnasked(parts, call))) return undefined;
  await runCalls({ ...parts, most: longestOutput }, step, [call]);
  return verificationOf(turnSoFar(parts.journal.state).calls).kind === "failed" ? "failed" : "passed";
}

function wantsChecks({ traits, journal: { state } }: StepParts): boolean {
  const offered = state.prefix.tools.some(({ name }) => name === "shell");
  return offered && state.mode !== "plan" && traits.guidance?.includes("run_check") === true;
}

/** Tests the lines in backticks one by one, as the shell would parse them. */
async function namedCheck(parts: StepParts, message: string): Promise<LandedToolCall | undefined> {
  const { agent, journal, turnId } = parts;
  for (const [, command = ""] of message.matchAll(/`([^`\n]{2,200})`/g)) {
    const call = checkCall(command.trim());
    const { subject } = await describeCall(agent, call, { sessionId: journal.state.sessionId, turnId });
    if (asksForCheck(subject?.simple)) return call;
  }
  return undefined;
}

const checkCall = (command: string): LandedToolCall => ({
  tool: "shell",
  arguments: JSON.stringify({ command }),
  by: "kestrel",
});

function checkAgain(state: SessionState): LandedToolCall | undefined {
  const { tool, arguments: text } = lastCheck(state) ?? {};
  return tool === "shell" && text !== undefined ? { tool, arguments: text, by: "kestrel" } : undefined;
}

function messageOf({ timeline }: SessionState): string {
  for (const entry of timeline.backwards()) if (entry.kind === "user") return entry.text;
  return "";
}
