import { z } from "zod";
import { CallId, OpId, TurnId } from "./ids.ts";
import { Origin } from "./origin.ts";

/** Most choices of a question, and the longest question, choice and answer in UTF-16 units. */
export const questionBounds = { choices: 4, question: 2_000, choice: 200, answer: 4_000 } as const;

/** A question to the user from the model, or from an MCP server (`server`: its name). With or without choices, any text is an answer. */
export const PersonQuestion = z.object({
  question: z.string().min(1).max(questionBounds.question),
  choices: z.array(z.string().min(1).max(questionBounds.choice)).max(questionBounds.choices).optional(),
  server: z.string().optional(),
});
export type PersonQuestion = z.infer<typeof PersonQuestion>;

/** How a question ended. `nobody`: a program answered that cannot ask a user. */
export const QuestionEnd = z.enum(["answered", "dismissed", "nobody", "expired"]);
export type QuestionEnd = z.infer<typeof QuestionEnd>;

/** A question from the model: the call waits for an answer. */
export const QuestionAsked = z.object({
  type: z.literal("question.asked"),
  turnId: TurnId,
  callId: CallId,
  /** Binds the answer to the question's own bytes. */
  digest: z.string(),
  question: z.string(),
  choices: z.array(z.string()).optional(),
  /** The name of the MCP server that asks. The text is then the server's, not the model's. */
  server: z.string().optional(),
});

export const QuestionAnswered = z.object({
  type: z.literal("question.answered"),
  turnId: TurnId,
  callId: CallId,
  digest: z.string(),
  end: QuestionEnd,
  text: z.string().optional(),
  origin: Origin.optional(),
  opId: OpId.optional(),
});

/**
 * The reason that a run without a terminal gives when it denies a call, exactly as in logs. For the model: a client that finds it tells the
 * user in its own words that they were not asked.
 */
export const nobodyToAsk =
  "nobody is there to approve this; do not try another way, finish with what you can say without it";
