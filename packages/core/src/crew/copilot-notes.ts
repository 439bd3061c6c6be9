import type { PromptMessage } from "@kestrel/protocol";
import type { CompactionPlan } from "../context/compaction/plan-compaction.ts";
import { wordsIn } from "../context/compaction/summary-request.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import { secretsRead } from "../secrets/secrets-read.ts";
import { askMember } from "./ask-member.ts";
import { countedByLead } from "./counted-by-lead.ts";
import { notesPrompt } from "./notes-prompt.ts";
import { notesWithin } from "./notes-within.ts";
import { beginJob, type CrewJobParts, type CrewWork, type DoneJob } from "./run-job.ts";
import { windowOf } from "./window-of.ts";

/** What asking a copilot takes of a session. */
export type CopilotParts = Omit<CrewJobParts, "agent"> & { agent: AgentParts; cancel: CancelSignal };

/** A member with less room than this has none for a log. Tokens. */
const leastWindow = 1_024;

/** Of its window, what notes may take of it at the most. */
const notesShare = 0.25;

/**
 * Notes by the copilot on what the lead has read: judged by the rules that the lead's own are judged by. Undefined where there
 * is no copilot or nothing of use came of it; its line is in the log then. Whoever takes the notes closes the job.
 */
export async function copilotNotes(
  parts: CopilotParts,
  plan: CompactionPlan,
  about: { turnId: string; matters?: string; unwaited?: boolean | undefined },
): Promise<DoneJob<string> | undefined> {
  const { agent, journal, cancel } = parts;
  const { turnId, matters, unwaited } = about;
  const copilot = agent.crew?.member("copilot", journal.state);
  if (!copilot) return undefined;
  const withinMs = notesWithin(journal.state, plan.budgets.notes, unwaited);
  const wanted = { kind: "compaction" as const, model: copilot.label, turnId, withinMs, cancel, unwaited };
  return beginJob(parts, wanted, (stop) => written(parts, copilot, plan, { matters, stop }));
}

async function written(
  { agent, journal }: CopilotParts,
  copilot: CrewMember,
  { boundary, budgets }: CompactionPlan,
  { matters, stop }: { matters?: string; stop: CancelSignal },
): Promise<CrewWork<string>> {
  const { state } = journal;
  const window = await windowOf(copilot);
  if (window < leastWindow) return { outcome: "refused" };
  const maxTokens = Math.min(budgets.notes, Math.floor(window * notesShare));
  const wish = { words: wordsIn(maxTokens), matters };
  const messages = await fitting(copilot, window - maxTokens, (tokens) =>
    notesPrompt(state, boundary, wish, tokens),
  );
  const said = await askMember(copilot, messages, { maxTokens, secrets: secretsRead(state) }, stop);
  const { kind, tokensIn, tokensOut } = said;
  if (kind === "failed") return { outcome: "failed", failure: said.failure, tokensIn, tokensOut };
  // It looks for calls in the notes, as landing does, and is loaded where there are some.
  const { judgeSummary } = await import("../context/compaction/judge-summary.ts");
  const finish = said.whole ? ("stop" as const) : ("length" as const);
  const spoken = { text: said.text, finish, calls: 0, circling: false };
  if (judgeSummary(spoken, state, boundary.from)) return { outcome: "refused", tokensIn, tokensOut };
  const savedTokens = await countedByLead(agent, said.text);
  return { outcome: "done", product: said.text, used: () => true, tokensIn, tokensOut, savedTokens };
}

/** An estimate is set right once by the member's own count: digits and Chinese cost more than it knows. */
async function fitting(
  { backend }: CrewMember,
  tokens: number,
  make: (tokens: number) => PromptMessage[],
): Promise<PromptMessage[]> {
  const messages = make(tokens);
  const counted = await backend.countTokens({ messages, tools: [] }).catch(() => undefined);
  if (counted === undefined || counted <= tokens) return messages;
  const estimated = estimatePrompt({ messages, tools: [] });
  return make(Math.floor((tokens * Math.min(estimated, tokens) * safely) / counted));
}

const safely = 0.95;
