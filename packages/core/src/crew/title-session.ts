import type { PromptMessage } from "@kestrel/protocol";
import { type SessionState, titleFrom, type UserEntry } from "@kestrel/session-state";
import { quoted, withoutMarks } from "../context/compaction/quote-notes.ts";
import { withinTokens } from "../context/compaction/within-tokens.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import { secretsRead } from "../secrets/secrets-read.ts";
import { askMember } from "./ask-member.ts";
import { onlyQuoted } from "./copilot-notes.ts";
import { type CrewJobParts, type CrewWork, runJob, unwaitedMs } from "./run-job.ts";

/** Tokens of its inputs, and of the title. */
const read = { asked: 400, answered: 250 } as const;
const written = 32;

/** Longest title in UTF-16 units, as for the first line of a message. */
const longest = 80;

type TitleParts = Omit<CrewJobParts, "agent"> & { agent: AgentParts };

/**
 * The summarizer titles the session once, from its first message and the answer. Keeps a title that exists or is set meanwhile, and the
 * first line of the message when the answer is unusable.
 */
export async function titleSession(parts: TitleParts, cancel: CancelSignal): Promise<void> {
  const { agent, journal } = parts;
  const { state } = journal;
  const first = unnamedBy(state);
  if (!first || state.parent || triedBefore(state)) return;
  const copilot = agent.crew?.member("copilot", state);
  if (!copilot) return;
  const { turnId } = first;
  const wanted = {
    ...{ kind: "title" as const, model: copilot.label, turnId, withinMs: unwaitedMs },
    ...{ cancel, unwaited: true },
  };
  const title = await runJob(parts, wanted, async (stop): Promise<CrewWork<string>> => {
    const said = await askMember(
      copilot,
      prompt(state, first),
      { maxTokens: written, secrets: secretsRead(state) },
      stop,
    );
    const { kind, tokensIn, tokensOut } = said;
    if (kind === "failed") return { outcome: "failed", failure: said.failure, tokensIn, tokensOut };
    const product = titleIn(said.text);
    if (product === undefined) return { outcome: "refused", tokensIn, tokensOut };
    const used = (now: SessionState) => unnamedBy(now) !== undefined;
    return { outcome: "done", product, used, tokensIn, tokensOut };
  });
  if (title === undefined) return;
  await journal
    .appendFrom((now) => (unnamedBy(now) ? [{ type: "session.titled", title }] : []))
    .catch(passOver(agent.host, "naming a session", { sessionId: journal.state.sessionId }));
}

/** The message whose first line is still the session's title. */
function unnamedBy({ timeline, title }: SessionState): UserEntry | undefined {
  for (const entry of timeline)
    if (entry.kind === "user") return titleFrom(entry.text) === title ? entry : undefined;
  return undefined;
}

function triedBefore({ crewJobs }: SessionState): boolean {
  for (const { kind } of crewJobs ?? []) if (kind === "title") return true;
  return false;
}

function prompt(state: SessionState, { text }: UserEntry): PromptMessage[] {
  const answer = answerIn(state);
  const words = withoutMarks(
    [
      "The user said:",
      quoted(withinTokens(text.trim(), read.asked)),
      ...(answer === "" ? [] : ["The answer:", quoted(withinTokens(answer.trim(), read.answered))]),
    ].join("\n"),
  );
  return [
    {
      role: "system",
      content: `You name conversations. ${onlyQuoted} Answer with the name alone: three to seven words in the user's language, no quotation marks, no full stop.`,
    },
    { role: "user", content: `${words}\n\nName this conversation.` },
  ];
}

function answerIn({ timeline }: SessionState): string {
  for (const entry of timeline.backwards())
    if (entry.kind === "reply" && entry.text.trim() !== "") return entry.text;
  return "";
}

/** The title in a one-line answer; undefined for any other. */
function titleIn(text: string): string | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.replaceAll(/\p{C}/gu, "").trim())
    .filter(Boolean);
  const [line = ""] = lines;
  const name = line
    .replace(/^(?:#+|[-*>]|title\s*:)\s*/i, "")
    .replaceAll(/^["'“”‘’「『*`]+|["'“”‘’」』*`.。]+$/g, "")
    .trim();
  const letters = name.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (lines.length !== 1 || letters < 2 || name.length > longest || /[<>{}[\]]/.test(name)) return undefined;
  return name;
}
