import type { RejectedReason } from "@kestrel/protocol";

/** A JSON schema as tools state it. Read leniently: what is not understood constrains nothing. */
export type JSONSchema = { [keyword: string]: unknown };

/** A tool as chat servers spell it. */
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
  /** What was thrown while the reply was read: a fault of ours, to be reported by whoever can. */
  fault?: unknown;
};
export type RefusedCall = { name?: string; why: RejectedReason };

/** What came with the content: reasoning the server split off, and why the model stopped. */
export type ReplyContext = { reasoning?: string; finishReason?: "stop" | "length" };

/** Arguments that may be used, or the sentence that says why not. */
export type RepairedArguments = { ok: true; value: unknown } | { ok: false; error: string };

/** The same with the reason in its parts. */
export type MendedArguments = { ok: true; value: unknown } | { ok: false; why: RejectedReason };
