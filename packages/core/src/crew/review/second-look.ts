import { type CallId, CrewVerdict, type TurnId } from "@kestrel/protocol";
import { type ToolEntry, waitingCalls } from "@kestrel/session-state";
import { jsonOrNothing, visibleName } from "@kestrel/text";
import { Cancellation } from "../../cancel/cancellation.ts";
import type { AgentParts } from "../../ports/agent-parts.ts";
import type { CancelSignal } from "../../ports/cancel-signal.ts";
import type { CrewMember } from "../../ports/crew.ts";
import type { Assessment } from "../../ports/tool.ts";
import { secretsRead } from "../../secrets/secrets-read.ts";
import { askMember } from "../ask-member.ts";
import { type CrewJobParts, type CrewWork, runJob } from "../run-job.ts";
import { reviewPrompt } from "./review-prompt.ts";

/**
 * Time limit of a verdict in milliseconds; the user never waits for it. The longest question has about 2,500 tokens, the answer at most
 * 160. A slow machine without an accelerator reads 60 and writes 8 tokens a second: 42 s and 20 s.
 */
const longestLook = 60_000;

/** Tokens of the answer: one sentence of 280 UTF-16 units, in Chinese as well, and the form around it. */
const longestAnswer = 160;

/** UTF-16 units of a model's name. Its server chooses the name, and the verdict is shown after it. */
const longestName = 60;

/** The review of a call that waits for the person: the reviewer's name, and functions that begin and stop it. */
export type SecondLook = { reviewer: string; begin(): void; stop(): void };

/**
 * The review of a call that may destroy data or leave the machine. Its verdict joins the open question as `crew.job`. It decides
 * nothing, and nothing waits for it. Undefined for a call of lower risk, and in a session without a critic.
 */
export function secondLook(
  parts: { agent: Pick<AgentParts, "crew" | "host">; journal: CrewJobParts["journal"]; turnId: TurnId },
  call: ToolEntry,
  assessment: Assessment,
  digest: string,
): SecondLook | undefined {
  const { agent, journal, turnId } = parts;
  const { risk } = assessment;
  if (risk !== "destructive" && risk !== "external") return undefined;
  const critic = agent.crew?.member("critic", journal.state);
  if (!critic) return undefined;
  const cancel = new Cancellation();
  const { callId } = call;
  const reviewer = visibleName(critic.label).slice(0, longestName);
  const about = { kind: "review", model: reviewer, turnId, callId, digest } as const;
  return {
    reviewer,
    begin: () => {
      const prompt = reviewPrompt(journal.state, call, assessment);
      const secrets = secretsRead(journal.state);
      void runJob(parts, { ...about, withinMs: longestLook, cancel }, (stop) =>
        look(critic, prompt, { cancel: stop, callId, secrets }),
      );
    },
    stop: () => cancel.cancel(),
  };
}

async function look(
  critic: CrewMember,
  { messages, whole }: ReturnType<typeof reviewPrompt>,
  { cancel, callId, secrets }: { cancel: CancelSignal; callId: CallId; secrets: readonly string[] },
): Promise<CrewWork<CrewVerdict>> {
  const request = { maxTokens: longestAnswer, answerSchema: reviewSchema, secrets };
  const { tokensIn, tokensOut, ...reply } = await askMember(critic, messages, request, cancel);
  const cost = { tokensIn, tokensOut };
  if (reply.kind === "failed") return { outcome: "failed", failure: reply.failure, ...cost };
  const verdict = judgeReview(reply.text, whole);
  if (!verdict) return { outcome: "refused", ...cost };
  return {
    ...{ outcome: "done", product: verdict, verdict, ...cost },
    used: (state) => waitingCalls(state).some((waiting) => waiting.callId === callId),
  };
}

/** UTF-16 units of a reason: three lines of a terminal, or of a card. */
const longestReason = 280;

/** The schema of an answer, for servers that support one. */
const reviewSchema = {
  type: "object",
  properties: {
    verdict: { type: "string", enum: ["fits", "doubtful", "dangerous"] },
    reason: { type: "string", maxLength: longestReason },
  },
  required: ["verdict", "reason"],
  additionalProperties: false,
} as const;

/**
 * Parses a critic's answer: one JSON object, its reason on one line, bounded, without invisible characters. Undefined for any other
 * answer, and for "fits" about a call that was not shown whole.
 */
function judgeReview(said: string, sawWhole: boolean): CrewVerdict | undefined {
  const from = said.indexOf("{");
  const to = said.lastIndexOf("}");
  if (from < 0 || to < from) return undefined;
  const { data } = CrewVerdict.safeParse(jsonOrNothing(said.slice(from, to + 1)));
  if (!data) return undefined;
  const reason = visibleName(data.reason.trim().replaceAll(/\s+/g, " "));
  if (reason === "" || (data.verdict === "fits" && !sawWhole)) return undefined;
  return { verdict: data.verdict, reason: shortened(reason) };
}

/** Ends with `…` when cut, and never splits a character. */
function shortened(text: string): string {
  if (text.length <= longestReason) return text;
  return `${text.slice(0, longestReason - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
