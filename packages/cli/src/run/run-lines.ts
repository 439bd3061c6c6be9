import { Failure, Frame, SessionEvent, SessionId, TurnEndReason, TurnId } from "@kestrel/protocol";
import { z } from "zod";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "./schema-version.ts";

const head = {
  type: z.literal("result"),
  schema: z.literal(schemaVersion),
  reason: TurnEndReason,
  failure: Failure.optional(),
  exitCode: z.literal(Object.values(exitCodes) as ExitCode[]),
  answer: z.string(),
};
const count = z.int().nonnegative();

/** The output of `run --json`, and the last line of `run --jsonl`. */
export const RunResult = z.object({
  ...head,
  session: SessionId,
  turn: TurnId,
  workspace: z.string(),
  model: z.string().optional(),
  /** The flag whose limit ended the turn. */
  limit: z.enum(["timeout", "max-steps"]).optional(),
  /** With `--output-schema`: the answer's value, when it matches. */
  output: z.unknown().optional(),
  /** Why it does not match. */
  outputProblem: z.string().optional(),
  /** Calls that were not approved, by tool and arguments. */
  denied: z.array(z.object({ tool: z.string(), arguments: z.string() })),
  /** Each file once, with the line counts of all its changes. */
  files: z.array(z.object({ path: z.string(), added: count, removed: count })),
  /** By the server's own counters; absent when it reported none. */
  usage: z.object({
    steps: count,
    prompt: z.number().optional(),
    cached: z.number().optional(),
    generated: z.number().optional(),
    generateMs: z.number().optional(),
  }),
  /** Ids of the facts that the turn used, and the fact that its message asks to store: `kestrel memory add` stores it. */
  memory: z.object({ used: z.array(z.string()), asked: z.string().optional() }),
  context: z
    .object({
      used: z.number(),
      window: z.number().optional(),
      source: z.enum(["server", "estimate"]),
    })
    .optional(),
});
export type RunResult = z.infer<typeof RunResult>;

/** The result when the turn could not begin. */
export const UnstartedResult = z.object(head);
export type UnstartedResult = z.infer<typeof UnstartedResult>;

const [liveText, liveReasoning, liveOutput] = (["text", "reasoning", "tool-output"] as const).map((type) =>
  Frame.options.find((option) => option.shape.type.value === type),
);

/** The lines of a run: the session first, the result last. Deltas are live: `reply.text` and the result repeat their text. */
export const RunLine = z.union([
  z.object({
    type: z.literal("session"),
    schema: z.literal(schemaVersion),
    session: SessionId,
    workspace: z.string(),
  }),
  SessionEvent.extend({ type: z.literal("event") }),
  ...[liveText, liveReasoning, liveOutput].flatMap((option) => option ?? []),
  RunResult,
  UnstartedResult,
]);
