import type { CallFormat } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import { contextLedger, replyReserve, type SessionState } from "@kestrel/session-state";
import type { Limits } from "../ports/agent-parts.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";

/** The parameters of one reply, beyond the prompt. */
export type WantedReply = Pick<ReplyRequest, "answerSchema" | "begins"> & {
  callFormat?: CallFormat;
  /** The number of the repeated sample: with a higher temperature, and another seed each time. */
  sample?: number;
  /** A schema asks for a call, or for the end, in place of a reply that was neither. */
  ending?: true;
  /** The text that it begins with is the beginning of an answer. */
  answers?: true;
};

/** A small model repeats the pattern in its context, more so at a low temperature. */
const warmer = 0.8;

/** Default limit on thinking in one reply. Tokens. */
const usualReasoningTokens = 8_192;

/** A pure function of the log and the parameters: a recorded session repeats the same request byte for byte. */
export function replyRequest(
  state: SessionState,
  { callFormat, answerSchema, begins, sample }: WantedReply,
  limits: Limits,
  { longestReply }: Pick<ModelTraits, "longestReply"> = {},
): ReplyRequest {
  const most = [replyLimit(state), longestReply].filter((limit) => limit !== undefined);
  return {
    toolChoice: callFormat === undefined && !answerSchema ? "auto" : "none",
    sampling:
      sample === undefined ? state.sampling : { ...state.sampling, temperature: warmer, seed: sample },
    maxTokens: most.length > 0 ? Math.min(...most) : undefined,
    // A form needs no more thinking.
    reasoningTokens: answerSchema ? 0 : thinkingTokens(state, limits),
    answerSchema,
    ...(begins !== undefined && { begins }),
    session: state.sessionId,
  };
}

/** Limit on thinking in one reply, so that tokens are left for its text. */
export function thinkingTokens(state: SessionState, limits: Limits): number {
  const budget = limits.reasoningTokens ?? usualReasoningTokens;
  const maxTokens = replyLimit(state);
  return maxTokens === undefined ? budget : Math.min(budget, Math.floor(maxTokens * 0.75));
}

/** Token limit of one reply: half of the free window, so that an endless one leaves enough to continue. Undefined without a window. */
function replyLimit(state: SessionState): number | undefined {
  const { window } = state;
  if (window === undefined) return undefined;
  const room = window - contextLedger(state).used;
  return Math.max(replyReserve(window), Math.floor(room / 2));
}
