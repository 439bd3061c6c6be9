import type { Mode } from "@kestrel/protocol";
import type { HelperName } from "@kestrel/protocol/api";
import type { CrewMember } from "./crew.ts";
import type { ToolContext, ToolResult } from "./tool.ts";

/** A subagent that a session may ask: how it works, and its limits. */
export type HelperDefinition = {
  name: HelperName;
  /** A few words; the first clause is part of the prefix. */
  description: string;
  /** The beginning of its system prompt. */
  words: string;
  /** Names of the tools that it gets, of those that exist. */
  tools: readonly string[];
  /** What it may do without approval. A call that needs approval is denied: no person is there to ask. */
  mode: Mode;
  /** Requests to the model after which it has to answer. */
  steps: number;
  /** The member of the asking session's crew that answers in it. Without one, or when that seat is empty, the lead does. */
  hint?: CrewMember["role"];
  from: "kestrel" | "user";
};

/** The helpers that there are: read anew, and as they were read last. */
export type HelperBook = {
  read(): Promise<readonly HelperDefinition[]>;
  known(): readonly HelperDefinition[];
};

/**
 * Answers a question in a session of its own. Implemented by `@kestrel/daemon`.
 *
 * - The result is the helper's last words, at most about 400 tokens; everything else stays in its own log.
 * - It keeps a tool's promises: when `context.cancel` fires the helper is stopped, and it resolves within 500 ms.
 */
export interface HelperRunner {
  run(helper: HelperDefinition, question: string, context: ToolContext): Promise<ToolResult>;
}
