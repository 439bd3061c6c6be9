import type { RejectedReason } from "@kestrel/protocol";

/** A tool's JSON schema. Read leniently: unknown keywords constrain nothing. */
export type JSONSchema = { [keyword: string]: unknown };

export type OpenAITool = {
  type: "function";
  function: { name: string; description?: string; parameters?: JSONSchema };
};

/** An executable call: an offered tool, and arguments that match its schema. */
export type LandedCall = { name: string; arguments: object };

/** An intended call that cannot be executed; the reason is returned to the model. */
export type RejectedCall = { name?: string; reason: string };

/** A parsed reply. `text` is what the user sees. */
export type LandedReply = {
  calls: LandedCall[];
  text: string;
  rejected?: RejectedCall[];
  truncated?: boolean;
};

/** The same with the reasons in their parts. */
export type FoundCalls = Omit<LandedReply, "rejected"> & {
  rejected?: RefusedCall[];
  /** The text before the last call, if other text follows it: the history stores this. */
  kept?: string;
  /** An internal error while parsing, for the caller to report. */
  fault?: unknown;
};
export type RefusedCall = { name?: string; why: RejectedReason };

/** Facts about the reply, the model and the tools. */
export type ParseOptions = {
  reasoning?: string;
  finishReason?: "stop" | "length";
  /** The family of the model's grammar, by its name in the table; without one the common forms are tried. */
  family?: string;
  /** The read-only tools. If given, calls with effects run only when clearly intended; otherwise the model is asked. */
  reads?: readonly string[];
};

/** Usable arguments, or the reason why not. */
export type RepairedArguments = { ok: true; value: unknown } | { ok: false; error: string };

/** The same with the reason in parts. `fault`: an internal error, for the caller to report. */
export type MendedArguments =
  | { ok: true; value: unknown }
  | { ok: false; why: RejectedReason; fault?: unknown };
