import type { CallFormat } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { replyLimit } from "../context/context-ledger.ts";
import type { Limits } from "../ports/agent-parts.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";

/** How one reply is asked for, beyond the prompt. */
export type WantedReply = Pick<ReplyRequest, "answerSchema"> & {
  callFormat?: CallFormat;
  /** The step is asked anew, for so many times: with more chance, and another one each time. */
  sample?: number;
  /** A form asks for a call, or for the end, in the place of a reply that was neither. */
  ending?: true;
};

/** A small model goes on with the pattern that it sees, the more so the colder it is sampled. */
const warmer = 0.8;

/** The thinking of one reply may take so many tokens when nothing says otherwise. */
const usualReasoningTokens = 8_192;

/** A pure function of the log and of what is asked for: a recorded session asks the same again, byte for byte. */
export function replyRequest(
  state: SessionState,
  { callFormat, answerSchema, sample }: WantedReply,
  limits: Limits,
  { longestReply }: Pick<ModelTraits, "longestReply"> = {},
): ReplyRequest {
  const most = [replyLimit(state), longestReply].filter((limit) => limit !== undefined);
  return {
    toolChoice: callFormat === undefined && !answerSchema ? "auto" : "none",
    sampling:
      sample === undefined ? state.sampling : { ...state.sampling, temperature: warmer, seed: sample },
    maxTokens: most.length > 0 ? Math.min(...most) : undefined,
    // Before a form is filled in there is nothing left to think about.
    reasoningTokens: answerSchema ? 0 : thinkingTokens(state, limits),
    answerSchema,
    session: state.sessionId,
  };
}

/** Tokens of thinking that are enough for one reply, so that some are left for its words. */
export function thinkingTokens(state: SessionState, limits: Limits): number {
  const budget = limits.reasoningTokens ?? usualReasoningTokens;
  const maxTokens = replyLimit(state);
  return maxTokens === undefined ? budget : Math.min(budget, Math.floor(maxTokens * 0.75));
}
