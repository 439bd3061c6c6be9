import { estimateTokens, wordsOutsideFences } from "@kestrel/text";
import type { CallParts } from "../calls/call-parts.ts";
import { lastSeen } from "../calls/pass-gate.ts";
import { foreseeCall } from "../calls/run-calls.ts";
import { Cancellation } from "../cancel/cancellation.ts";
import { describedBefore } from "../catalog/described-before.ts";
import type { LaidEvent } from "../catalog/lay-ready.ts";
import type { MessageRoom } from "../context/message-room.ts";
import { askLibrarian } from "../crew/retrieval/ask-librarian.ts";
import { clearlyNearest } from "../crew/retrieval/with-nearest.ts";
import { withoutSecrets } from "../crew/without-secrets.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ProbableFile } from "../ports/probable-files.ts";
import { secretsRead } from "../secrets/secrets-read.ts";

/** Most tokens of the note; longest message considered, in UTF-16 units: a longer one describes a task. */
const most = { tokens: 200, question: 600 } as const;
/** Time limit in milliseconds. ripgrep searches 20,000 files in less. */
const patienceMs = 2_000;
/** Time limit for an embedding model, if configured. Milliseconds. */
const longestLook = 1_000;

/** States what it is, what was not done, and which call comes next. */
const heading =
  "[Files of this folder that may hold the answer, found by the words of the question. None was read: read one before you answer.]";

const question =
  /[?？]|^\s*(?:please\s+)?(?:where|which|what|how|why|when|who|explain|find|show me|tell me)\b|哪|怎么|怎样|如何|什么|为何|是否|吗|解释|找/i;
/** A question to the model about itself is not about the folder. */
const toTheModel = /\b(?:your|yourself|are you|can you speak|do you)\b|你是|你能说|你的|您的/i;

/**
 * Names the files that probably answer a question about the folder, each with its reason. Adds nothing when there is no question, when the
 * message names a file or the model has read the likeliest one, and for files whose read would need approval.
 */
export async function layFiles(parts: CallParts, said: string, room: MessageRoom): Promise<LaidEvent[]> {
  const { agent, journal } = parts;
  const { state } = journal;
  const { probableFiles, namedFiles, host } = agent;
  const words = wordsOutsideFences(said);
  if (!probableFiles?.on || words.length > most.question || !question.test(words) || toTheModel.test(words))
    return [];
  // Subagents and loops get their own instructions; a model trained on fixed texts does not understand these.
  if (state.parent !== undefined || state.prefix.texts !== undefined) return [];
  if (!state.prefix.tools.some(({ name }) => name === "read")) return [];
  if ((await namedFiles?.namedIn(words, state.workspace))?.length) return [];
  const over = new Cancellation();
  const answered = new Cancellation();
  const all = await Promise.race([
    probableFiles.answering(words, state.workspace, over).catch(passOver(host, "looking for files")),
    host.wait(patienceMs, answered).then(() => undefined),
  ]);
  answered.cancel();
  // Only an embedding model considers files that no word matches.
  const hasLibrarian = agent.crew?.librarian(state) !== undefined;
  const found: ProbableFile[] = [];
  for (const file of all ?? []) {
    if (file.also && !hasLibrarian) continue;
    const call = { tool: "read", arguments: JSON.stringify({ path: file.path }), by: "kestrel" } as const;
    if (await foreseeCall(parts, call)) found.push(file);
  }
  const byWords = found.filter(({ also }) => !also);
  const near = await nearestIn(parts, found, words, over);
  over.cancel();
  const chosen = near?.also ? [...byWords, near] : byWords;
  const [first] = chosen;
  if (!first || lastSeen(state, first.path) !== undefined) return [];
  const lines = [heading];
  const described: { name: string; digest: string }[] = [];
  for (const { path, why } of chosen) {
    const name = `./${path}`;
    const line = `- ${path} (${why})`;
    if (lastSeen(state, path) !== undefined || describedBefore(state, name) !== undefined) continue;
    if (estimateTokens([...lines, line].join("\n")) > most.tokens) break;
    lines.push(line);
    described.push({ name, digest: host.digest(line) });
  }
  const text = lines.join("\n");
  if (described.length === 0 || !room.takes(text, "files")) return [];
  return [{ type: "context.added", kind: "files", text, described }];
}

/**
 * The file whose path and line are clearly nearest in meaning: it may be added after the word matches, and reorders nothing. The model may
 * run on another machine: it gets only files that may be read without approval, and no secrets.
 */
async function nearestIn(
  parts: CallParts,
  found: readonly ProbableFile[],
  words: string,
  cancel: CancelSignal,
): Promise<ProbableFile | undefined> {
  const secrets = secretsRead(parts.journal.state);
  const clean = (text: string) => withoutSecrets(text, secrets);
  const cards = found.map(({ path, why }) => ({ name: clean(path), signature: "", words: clean(why) }));
  const asked = await askLibrarian(parts, { cards, words: clean(words) }, { withinMs: longestLook, cancel });
  const nearest = asked && clearlyNearest(asked.product);
  await asked?.close(nearest !== undefined);
  return found.find(({ path }) => clean(path) === nearest?.name);
}
