import type { PromptMessage, TurnId } from "@kestrel/protocol";
import type { CommitDraft } from "@kestrel/protocol/api";
import { type SessionState, type StandingChange, standingChanges } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { inOneLine, quoted, withoutMarks } from "../context/compaction/quote-notes.ts";
import { withinTokens } from "../context/compaction/within-tokens.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import { isEnvFile, secretsRead } from "../secrets/secrets-read.ts";
import { askMember } from "./ask-member.ts";
import { longestMessage, longestSubject } from "./commit-bounds.ts";
import { onlyQuoted } from "./copilot-notes.ts";
import { type CrewJobParts, type CrewWork, runJob, windowOf } from "./run-job.ts";

/**
 * Time limit, since the user waits. 2,000 tokens read and 200 written take 58 s on a slow machine without an accelerator (60 and 8 a
 * second). Milliseconds.
 */
const longestWait = 60_000;
const mostRead = 2_000;
const written = 200;

/** Tokens for the instructions and the user's text. */
const around = 200;
const asked = 120;

/** Allows for the quotation mark of every line. */
const quotedShare = 0.85;

/** With many files, each gets its name and a few lines. Tokens. */
const leastOfFile = 32;

export type DraftParts = Omit<CrewJobParts, "agent"> & { agent: AgentParts };

/**
 * A commit message for a session's remaining changes, all or those since a turn: from the log alone, without running anything. Made
 * by rule when there is no copilot or it gives no usable answer in time. Undefined without changes. Never rejects for a failure of
 * the model.
 */
export async function draftCommit(
  parts: DraftParts,
  from: TurnId | undefined,
  cancel: CancelSignal,
): Promise<CommitDraft | undefined> {
  const { agent, journal } = parts;
  const { state } = journal;
  const changes = standingChanges(state, from);
  if (changes.length === 0) return undefined;
  const copilot = agent.crew?.member("copilot", state);
  const message =
    copilot &&
    (await runJob(
      parts,
      { kind: "commit_message", model: copilot.label, withinMs: longestWait, cancel },
      (stop) => askedCopilot(copilot, state, changes, stop),
    ));
  return message === undefined ? { message: commitByRule(changes), by: "rule" } : { message, by: "copilot" };
}

async function askedCopilot(
  copilot: CrewMember,
  state: SessionState,
  changes: readonly StandingChange[],
  cancel: CancelSignal,
): Promise<CrewWork<string>> {
  const room = Math.min(mostRead, (await windowOf(copilot)) - written) - around - asked;
  if (room < leastOfFile) return { outcome: "refused" };
  const messages = prompt(state, changes, Math.floor(room * quotedShare));
  const said = await askMember(
    copilot,
    messages,
    { maxTokens: written, secrets: secretsRead(state) },
    cancel,
  );
  const { kind, tokensIn, tokensOut } = said;
  if (kind === "failed") return { outcome: "failed", failure: said.failure, tokensIn, tokensOut };
  const { commitMessageIn } = await import("./commit-message-in.ts");
  const product = said.whole ? commitMessageIn(said.text, state.prefix.tools) : undefined;
  if (product === undefined) return { outcome: "refused", tokensIn, tokensOut };
  return { outcome: "done", product, used: () => true, tokensIn, tokensOut };
}

function prompt(state: SessionState, changes: readonly StandingChange[], room: number): PromptMessage[] {
  const each = Math.max(leastOfFile, Math.floor(room / changes.length));
  const shown = changes.map((change) => withinTokens(passage(change), each)).join("\n");
  const words = withoutMarks(
    [
      "What the user asked last:",
      quoted(withinTokens(lastWords(state), asked)),
      "What was done to files:",
      quoted(withinTokens(shown, room)),
    ].join("\n"),
  );
  return [
    {
      role: "system",
      content: `You write commit messages. ${onlyQuoted} Answer with the message alone, in English, as plain text: a first line of at most 60 characters that says in the imperative what the changes do, then an empty line, then at most three short sentences on what and why. No headings, no code blocks, no signatures.`,
    },
    { role: "user", content: `${words}\n\nWrite the commit message.` },
  ];
}

/** One changed file for the prompt. The content of a file of secrets is left out. */
function passage({ path, kind, diffs }: StandingChange): string {
  const shown = isEnvFile(path) ? [] : diffs.map((diff) => diff.trim());
  return [`${inOneLine(path)} (${kind})`, ...shown].join("\n");
}

function lastWords({ timeline }: SessionState): string {
  for (const entry of timeline.backwards()) if (entry.kind === "user") return entry.text.trim();
  return "";
}

const verbs = { created: "Add", changed: "Change", deleted: "Remove" } as const;

/** Most files that are listed one by one. */
const mostListed = 20;

/** A commit message from the list of files alone; at least one. Deterministic. */
function commitByRule(changes: readonly StandingChange[]): string {
  const [first, ...others] = changes.map(({ path }) => visibleName(path));
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind = "changed"] = kinds;
  const verb = verbs[kinds.size === 1 ? kind : "changed"];
  const rest = others.length === 0 ? "" : ` and ${others.length} other${others.length === 1 ? "" : "s"}`;
  const names = [first ?? "", first?.split("/").at(-1) ?? ""];
  const subject =
    names.map((name) => `${verb} ${name}${rest}`).find((line) => line.length <= longestSubject) ??
    `${verb} ${changes.length} file${changes.length === 1 ? "" : "s"}`;
  return `${subject}\n\n${listed(changes).join("\n")}`;
}

function listed(changes: readonly StandingChange[]): string[] {
  const lines: string[] = [];
  // One more line reports the omitted files.
  let left = longestMessage - longestSubject - 40;
  for (const { path, kind, added, removed } of changes) {
    const counts = added === undefined ? "" : ` (+${added} -${removed ?? 0})`;
    const line = `- ${visibleName(path)}${counts === "" && kind !== "changed" ? ` (${kind})` : counts}`;
    left -= line.length + 1;
    if (left < 0 || lines.length === mostListed) break;
    lines.push(line);
  }
  const more = changes.length - lines.length;
  return more === 0 ? lines : [...lines, `- and ${more} more`];
}
