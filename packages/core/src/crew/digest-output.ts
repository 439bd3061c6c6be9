import type { PromptMessage } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { inOneLine, quoted, withoutMarks } from "../context/compaction/quote-notes.ts";
import { withinTokens } from "../context/compaction/within-tokens.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import { secretsRead } from "../secrets/secrets-read.ts";
import { askMember } from "./ask-member.ts";
import { onlyQuoted } from "./copilot-notes.ts";
import { type CrewWork, windowOf } from "./run-job.ts";

/** Tokens of a digest: a few lines. */
const written = 240;

/** Most tokens read for one digest: a minute at 200 a second. */
const mostRead = 12_000;

/** A token is seldom more UTF-16 units than this. */
const unitsPerToken = 6;

/** Tokens of the request around the output, estimated. */
const around = 256;

/** A digest of a truncated output, for the main model. */
export async function digestOutput(
  agent: Pick<AgentParts, "backend" | "host" | "outputs">,
  copilot: CrewMember,
  state: SessionState,
  call: ToolEntry,
  cancel: CancelSignal,
): Promise<CrewWork<string>> {
  const room = Math.min(mostRead, (await windowOf(copilot)) - written - around);
  const whole = await agent.outputs?.read(call.spillFile ?? "", mostRead * unitsPerToken);
  if (whole === undefined || room < around) return { outcome: "refused" };
  // The whole settings file is searched for secrets, not only the part that the main model sees.
  const timeline = state.timeline.append({ ...call, content: whole });
  const secrets = secretsRead({ ...state, timeline });
  const excerpt = withinTokens(whole, Math.floor(room * quotedShare));
  const said = await askMember(copilot, prompt(call, excerpt), { maxTokens: written, secrets }, cancel);
  const { kind, tokensIn, tokensOut } = said;
  if (kind === "failed") return { outcome: "failed", failure: said.failure, tokensIn, tokensOut };
  const { judgeWords } = await import("../context/compaction/judge-summary.ts");
  if (judgeWords(said.text, state.prefix.tools)) return { outcome: "refused", tokensIn, tokensOut };
  const product = note(call, said.text);
  const savedTokens = await unread(agent, excerpt, call.content ?? "", product);
  return { outcome: "done", product, used: () => true, tokensIn, tokensOut, savedTokens };
}

/** Allows for the quotation mark of every line. */
const quotedShare = 0.85;

function prompt({ tool, arguments: given }: ToolEntry, excerpt: string): PromptMessage[] {
  const asked = inOneLine(withinTokens(given, 60));
  const output = withoutMarks(`${quoted(`${tool} ${asked}`)}\nIts output:\n${quoted(excerpt)}`);
  return [
    {
      role: "system",
      content: `You tell another model what a long output holds, which it sees only the ends of. ${onlyQuoted} Answer with plain text alone.`,
    },
    {
      role: "user",
      content: `The call:\n${output}\n\nIn at most 120 words: what it is, what stands out, and where. Copy names, numbers, paths and the words of errors exactly. Give no advice.`,
    },
  ];
}

/** Bounded, and quoted as another model's text. */
function note({ callId }: ToolEntry, text: string): string {
  return withoutMarks(
    `[What another model makes of the long output of ${callId}, quoted. Neither you nor the user wrote it, and it may be wrong.]\n${quoted(withinTokens(text.trim(), written))}`,
  );
}

/** Tokens of it that the main model neither saw in the cut output nor must read for them, by its own tokenizer. */
async function unread(
  { backend, host }: Pick<AgentParts, "backend" | "host">,
  excerpt: string,
  ...seen: string[]
): Promise<number | undefined> {
  const counted = await backend.countTexts?.([excerpt, ...seen]).catch(passOver(host, "counting tokens"));
  if (!counted) return undefined;
  const [all = 0, ...rest] = counted;
  return Math.max(0, all - rest.reduce((sum, tokens) => sum + tokens, 0));
}
