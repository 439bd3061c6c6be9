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
  /** What it may do without approval. A call that needs approval is denied: it has no user to ask. */
  mode: Mode;
  /** Most requests to the model before it must answer. */
  steps: number;
  /** The role of the model that answers in it. Without one, or when that role is empty, the main model does. */
  hint?: CrewMember["role"];
  from: "kestrel" | "user";
};

/** The available subagents: read anew, and from the last read. */
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
