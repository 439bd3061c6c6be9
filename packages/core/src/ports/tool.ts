import type { Risk, RiskReason, SeenFile, ToolSpec } from "@kestrel/protocol";
import type { CancelSignal } from "./cancel-signal.ts";

/** What a call would do, told before it is done. */
export type Assessment = {
  risk: Risk;
  reasons: readonly RiskReason[];
  /** The change a file would see, when the tool can tell. */
  preview?: { path: string; diff: string };
  /** Set when the call would be refused as things stand: this is the answer, nobody is asked and nothing runs. */
  refused?: ToolResult;
};

/** A file before and after a call; hashes name blobs of the bytes. */
export type ChangedFile = {
  path: string;
  before?: string;
  after?: string;
  diff: string;
  added: number;
  removed: number;
};

/** What a call came to. `content` is exactly what the model sees. */
export type ToolResult = {
  outcome: "ok" | "error";
  content: string;
  exitCode?: number;
  changes?: readonly ChangedFile[];
  seen?: readonly SeenFile[];
  relay?: string;
  /** Items of the model's own plan that are still open. */
  openItems?: readonly string[];
};

/** What a tool may know and touch while it runs. */
export type ToolSurroundings = {
  /** Real path of the session's folder; nothing outside it may be read or written. */
  workspace: string;
  /** Most UTF-16 units the result may have; output is cut while it is read, not afterwards. */
  outputLimit: number;
  /** The bytes' hash when this session last read or wrote the file; undefined when it never did. */
  lastSeen(path: string): string | undefined;
  /** Live output, for people. */
  show(delta: string): void;
  cancel: CancelSignal;
  /** Names this call uniquely in its session; for relay files. */
  callName: string;
};

/**
 * Something the model may do. Implemented by `@kestrel/tools`.
 *
 * - `arguments` given to `assess` and `run` fit `spec.parameters`: core has checked them.
 * - A failed attempt is a result with outcome `error` whose content tells the model what to try. `run` throws only when the house fails.
 * - When `cancel` fires, `run` ends everything it started, whole process trees included, and resolves within 500 ms.
 */
export interface Tool {
  readonly spec: ToolSpec;
  /** Reads in one reply may run together; everything else runs alone and in order. */
  readonly concurrent: boolean;
  assess(args: Readonly<Record<string, unknown>>, surroundings: ToolSurroundings): Promise<Assessment>;
  run(args: Readonly<Record<string, unknown>>, surroundings: ToolSurroundings): Promise<ToolResult>;
}
