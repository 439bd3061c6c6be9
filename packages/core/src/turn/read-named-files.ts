import type { SessionState } from "@kestrel/session-state";
import { typedWords } from "@kestrel/text";
import { lastSeen } from "../calls/context-of-call.ts";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { runCalls } from "../calls/run-calls.ts";
import { mayRunUnasked } from "../calls/unasked-call.ts";
import type { NamedFile } from "../ports/named-files.ts";
import { wholeForm } from "../whole-files/known-files.ts";
import type { StepParts } from "./step-parts.ts";

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
    const call = { tool: "read", arguments: JSON.stringify({ path }), by: "kestrel" } as const;
    if (await mayRunUnasked(parts, call)) calls.push(call);
  }
  const last = calls.pop();
  if (!last) return;
  if (calls.length > 0) await runCalls(parts, step, calls);
  const { path } = JSON.parse(last.arguments) as { path: string };
  await runCalls(
    { ...parts, ...(writesWhole(parts) && !isQuestion.test(words) && { behind: wholeForm(path) }) },
    step,
    [last],
  );
}

/** The message without a reply yet. */
function newestMessage({ timeline }: SessionState) {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") return entry;
    if (entry.kind !== "tool" || entry.by === undefined) return undefined;
  }
  return undefined;
}

/** A question is only answered: with the edit form in view, a small model changes the file. */
const isQuestion = /[?？]|\bonly answer\b|只回答/i;

function writesWhole({ traits, journal: { state } }: StepParts): boolean {
  const canWrite = state.mode !== "plan" && state.prefix.tools.some(({ name }) => name === "write");
  return canWrite && traits.guidance?.includes("whole_files") === true;
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
