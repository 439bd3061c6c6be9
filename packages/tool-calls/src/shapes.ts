import type { RejectedReason } from "@kestrel/protocol";

/** A JSON schema as tools state it. Read leniently: what is not understood constrains nothing. */
export type JSONSchema = { [keyword: string]: unknown };

export type OpenAITool = {
  type: "function";
  function: { name: string; description?: string; parameters?: JSONSchema };
};

/** A call that may be executed: an offered tool, and arguments that fit its schema. */
export type LandedCall = { name: string; arguments: object };

/** A call that was meant but cannot be executed; the reason goes back to the model. */
export type RejectedCall = { name?: string; reason: string };

/** What a reply turned out to be. `text` is what a person should see. */
export type LandedReply = {
  calls: LandedCall[];
  text: string;
  rejected?: RejectedCall[];
  truncated?: boolean;
};

/** The same with the reasons in their parts. */
export type FoundCalls = Omit<LandedReply, "rejected"> & {
  rejected?: RefusedCall[];
  /** The words that stand before the last call, where others stand behind it: what the history holds. */
  kept?: string;
  /** What was thrown while the reply was read: a fault of ours, to be reported by whoever can. */
  fault?: unknown;
};
export type RefusedCall = { name?: string; why: RejectedReason };

/** What came with the content, and what is known of the model and the tools. */
export type ParseOptions = {
  reasoning?: string;
  finishReason?: "stop" | "length";
  /** The family whose grammar the model writes, by its name in the table; where none is given the common forms are tried. */
  family?: string;
  /** The tools that only read. Where they are given, calls that change something run only where they are surely meant, and are asked for otherwise. */
  reads?: readonly string[];
};

/** Arguments that may be used, or the sentence that says why not. */
export type RepairedArguments = { ok: true; value: unknown } | { ok: false; error: string };

/** The same with the reason in its parts. `fault`: what was thrown by a mistake of ours, for whoever can report it. */
export type MendedArguments =
  | { ok: true; value: unknown }
  | { ok: false; why: RejectedReason; fault?: unknown };
