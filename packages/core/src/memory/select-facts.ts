import type { PromptMessage } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { usesMemory } from "@kestrel/session-state/memories";
import { parseJson, wordsOutsideFences } from "@kestrel/text";
import { quoted, withoutMarks } from "../context/compaction/quote-notes.ts";
import { askMember } from "../crew/ask-member.ts";
import { onlyQuoted } from "../crew/copilot-notes.ts";
import { type CrewJobParts, type CrewWork, runJob, unwaitedMs } from "../crew/run-job.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import { secretsRead } from "../secrets/secrets-read.ts";

/** Time without a turn after which a session is searched. A session without a client is unloaded after five minutes. Milliseconds. */
const restMs = 4 * 60_000;
/** Sentences in one request, and most proposals from it. */
const most = { sentences: 12, kept: 3 } as const;
/** A first paragraph of more lines than this was not typed. */
const mostLines = 3;
/** UTF-16 units of a sentence, Chinese counted double. Shorter ones contain no lasting fact, longer ones were not typed by a person. */
const length = { least: 12, most: 240 } as const;
/** Tokens of an answer: three numbers in a form. */
const written = 40;

type SelectParts = Omit<CrewJobParts, "agent"> & { agent: AgentParts };

/**
 * After a session has been idle, the summarizer picks by number which typed sentences are worth keeping. They are proposed verbatim. Each
 * sentence is considered once. Never rejects.
 */
export async function selectFacts(parts: SelectParts, cancel: CancelSignal): Promise<void> {
  const { agent, journal } = parts;
  const { memory, host, mayCompactIdle } = agent;
  const began = journal.state;
  if (!memory?.selects || began.parent) return;
  await host.wait(restMs, cancel);
  const { state } = journal;
  const rests = state.openTurn === undefined && state.timeline.length === began.timeline.length;
  if (cancel.aborted || !rests || !memory.selects || !usesMemory(state)) return;
  const copilot = agent.crew?.member("copilot", state);
  const { turnId, sentences } = sentencesIn(state);
  if (!copilot || turnId === undefined || sentences.length === 0 || !(await mayCompactIdle?.())) return;
  const wanted = { kind: "memory" as const, model: copilot.label, turnId, withinMs: unwaitedMs, cancel };
  const kept = await runJob(parts, { ...wanted, unwaited: true }, (stop) =>
    picked(copilot, state, sentences, stop),
  );
  const { sessionId: session, workspace } = state;
  const outside = [...state.timeline].some(({ kind }) => kind === "tool");
  if (!session || !usesMemory(journal.state)) return;
  for (const content of kept ?? []) {
    const where = aboutPerson.test(content) ? {} : { workspace };
    memory.propose?.({ content, ...where, session, outside });
  }
}

/** Facts about the user apply in every folder. */
const aboutPerson = /\b(?:I|my|me)\b|我(?!们)/;

async function picked(
  copilot: CrewMember,
  state: SessionState,
  sentences: readonly string[],
  cancel: CancelSignal,
): Promise<CrewWork<readonly string[]>> {
  const request = {
    maxTokens: written,
    secrets: secretsRead(state),
    answerSchema: formFor(sentences.length),
  };
  const said = await askMember(copilot, prompt(sentences), request, cancel);
  const { kind, tokensIn, tokensOut } = said;
  if (kind === "failed") return { outcome: "failed", failure: said.failure, tokensIn, tokensOut };
  const numbers = numbersIn(said.text);
  if (!numbers) return { outcome: "refused", tokensIn, tokensOut };
  const product = sentences.filter((_, at) => numbers.has(at + 1)).slice(0, most.kept);
  return { outcome: "done", product, used: () => product.length > 0, tokensIn, tokensOut };
}

const formFor = (count: number) => ({
  type: "object",
  properties: {
    keep: { type: "array", items: { type: "integer", minimum: 1, maximum: count }, maxItems: most.kept },
  },
  required: ["keep"],
  additionalProperties: false,
});

function numbersIn(text: string): Set<number> | undefined {
  const [form] = /\{[^{}]*\}/.exec(text) ?? [];
  const told = form === undefined ? undefined : (parseJson(form) as { keep?: unknown } | undefined);
  const numbers = Array.isArray(told?.keep) ? told.keep : undefined;
  return numbers && new Set(numbers.filter(Number.isInteger));
}

function prompt(sentences: readonly string[]): PromptMessage[] {
  const asked = (lines: readonly string[]): PromptMessage => ({
    role: "user",
    content: `${withoutMarks(quoted(lines.map((line, at) => `${at + 1}. ${line}`).join("\n")))}\n\nWhich of them are lasting facts?`,
  });
  return [
    {
      role: "system",
      content: `You pick the sentences that tell a lasting fact about the user, their habits, wishes or project: it still holds next month and helps in other conversations. Orders, questions, thanks, and what is about the task of today are no such facts. ${onlyQuoted} Answer with JSON: {"keep": [numbers]}, and {"keep": []} where there is none.`,
    },
    ...examples.flatMap(({ lines, keep }): PromptMessage[] => [
      asked(lines),
      { role: "assistant", content: JSON.stringify({ keep }) },
    ]),
    asked(sentences),
  ];
}

/** Without examples a small model keeps every sentence. */
const examples = [
  { lines: ["Run the linter again.", "That is the wrong branch.", "Then push it."], keep: [] },
  {
    lines: ["Move this into a class.", "I am left-handed and use a trackball.", "Show me the diff."],
    keep: [2],
  },
  { lines: ["请把图片缩小。", "我还是没看到变化。"], keep: [] },
];

/** The newest typed sentences since the last selection, in order. `turnId`: of the newest message. */
function sentencesIn({ timeline, crewJobs }: SessionState) {
  const before = [...(crewJobs ?? [])].findLast(({ kind }) => kind === "memory")?.turnId;
  const sentences: string[] = [];
  let turnId: string | undefined;
  for (const entry of timeline.backwards()) {
    // Text from a channel or the clipboard was not typed here.
    if (entry.kind !== "user" || entry.goesOn || entry.origin || entry.pasted) continue;
    if (entry.turnId === before) break;
    turnId ??= entry.turnId;
    sentences.unshift(...sentencesOf(entry.text));
  }
  return { turnId, sentences: [...new Set(sentences)].slice(-most.sentences) };
}

/** Only the part of a message before its first empty line: pasted text follows it. Skips questions. */
function sentencesOf(text: string): string[] {
  const [said = ""] = wordsOutsideFences(text).split(/\n\s*\n/);
  if (said.split("\n").length > mostLines) return [];
  // Created lazily: it loads the rules of the language, which would delay a start.
  const splitter = new Intl.Segmenter("en", { granularity: "sentence" });
  return Array.from(splitter.segment(said), ({ segment }) => segment.trim()).filter((sentence) => {
    const weight = sentence.length + (sentence.match(/\p{Script=Han}/gu)?.length ?? 0);
    return weight >= length.least && sentence.length <= length.most && !/[?？\n]/.test(sentence);
  });
}
