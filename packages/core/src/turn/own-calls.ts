import type { SessionState } from "@kestrel/session-state";
import { typedWords } from "@kestrel/text";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { describeCall, lastSeen } from "../calls/pass-gate.ts";
import { foreseeCall, runCalls } from "../calls/run-calls.ts";
import { asksForCheck, lastCheck, verificationOf } from "../completion/verification.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { NamedFile } from "../ports/probable-files.ts";
import type { StepParts } from "./step-parts.ts";

/** Most runs in a turn after its first change; after that the model is reminded, and its answer is compared with the log. */
const mostAtEnd = 2;
/** UTF-16 units of a check's output: it shares the budget with the files of a message. */
const longestOutput = 2_000;

/** Runs a check that the message names in backticks before the model's first reply: its failure is more precise than the message. */
export async function runNamedCheck(parts: StepParts, step: number): Promise<void> {
  const { state } = parts.journal;
  const message = state.timeline.at(state.timeline.length - 1);
  if (message?.kind !== "user" || message.goesOn || !wantsChecks(parts)) return;
  const call = await namedCheck(parts, message.text);
  if (call && (await foreseeCall(parts, call)))
    await runCalls({ ...parts, most: longestOutput }, step, [{ ...call, ...ownCall(parts) }]);
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
  if (!call || !(await foreseeCall(parts, call))) return undefined;
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

/** Limits for the files of a message: files, UTF-16 units of each, and a share of the window (DESIGN, Context). */
const most = { files: 3, length: 6_000, share: 0.1 } as const;
/** Assumed size of an unknown window. Tokens. */
const usualWindow = 8_192;

/**
 * Reads the files that the message names before the model's first reply, as separate calls: gives the content, the right to edit, and an
 * example of a working call. Saves a request, and a weak model from guessing the content.
 */
export async function readNamedFiles(parts: StepParts, step: number): Promise<void> {
  const { agent, journal, traits } = parts;
  const { state } = journal;
  const message = newestMessage(state);
  if (!message || message.goesOn || !traits.guidance?.includes("named_files")) return;
  if (!agent.namedFiles || !state.prefix.tools.some(({ name }) => name === "read")) return;
  // A command's output names unrelated files.
  const words = typedWords(message.text);
  const named = await agent.namedFiles.namedIn(words, state.workspace);
  const calls: LandedToolCall[] = [];
  for (const { path } of fitting(named, state)) {
    const call = { tool: "read", arguments: JSON.stringify({ path }), ...ownCall(parts) } as const;
    if (await foreseeCall(parts, call)) calls.push(call);
  }
  if (calls.length > 0) await runCalls(parts, step, calls);
}

/** Marks a call as Kestrel's. A model that writes whole files copies the text before its reply: that should be the request. */
function ownCall({ traits }: StepParts): Pick<LandedToolCall, "by" | "laid"> {
  return { by: "kestrel", ...(traits.guidance?.includes("whole_files") && { laid: "text" }) };
}

/** The message without a reply yet. */
function newestMessage({ timeline }: SessionState) {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") return entry;
    if (entry.kind !== "tool" || entry.by === undefined) return undefined;
  }
  return undefined;
}

/** Files that the model does not see yet and that fit the limits. */
function fitting(named: readonly NamedFile[], state: SessionState): NamedFile[] {
  let room = Math.floor((state.window ?? usualWindow) * most.share);
  const fit: NamedFile[] = [];
  for (const file of named) {
    if (fit.length === most.files) break;
    if (file.length > most.length || lastSeen(state, file.path) !== undefined) continue;
    if (file.tokens > room) continue;
    room -= file.tokens;
    fit.push(file);
  }
  return fit;
}
