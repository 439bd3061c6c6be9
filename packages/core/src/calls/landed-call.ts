import type { RejectedReason } from "@kestrel/protocol";
import type { CallArguments } from "../ports/tool.ts";

/** A call that may enter the history: either it can be run, or its rejection answers it. */
export type LandedToolCall = {
  tool: string;
  /** JSON text of an object; `{}` where the model's own text does not parse. */
  arguments: string;
  recovered?: "text" | "reasoning" | "schema" | "whole_file";
  /** Not the model's: Kestrel makes it in its place. */
  by?: "kestrel";
  /** The prompt shows its result as text in front of the message. */
  laid?: "text";
  /** Repairs: `name`, `json` (text that did not parse), `arguments` (fitted to their schema). */
  repairs?: string[];
  rejected?: RejectedReason;
};

/** The parsed arguments: call parsing ensures an object that fits the schema. */
export function argumentsOf({ arguments: text }: Pick<LandedToolCall, "arguments">): CallArguments {
  return JSON.parse(text) as CallArguments;
}
