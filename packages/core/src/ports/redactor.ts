import type { SessionEvent } from "@kestrel/protocol";
import type { Entry } from "@kestrel/session-state";

/** The input of an export: for Markdown and HTML the title and the entries, for JSONL the events. */
export type ExportItem =
  | { kind: "title"; title: string; as?: "html" }
  | { kind: "entry"; entry: Entry; as?: "html" }
  | { kind: "event"; event: SessionEvent };

/** A line of an export that contains something like a secret, in its redacted form; counted from the start of the piece. */
type FoundSecret = { line: number; text: string };

/** Its text, its number of lines, and the lines that look like they contain a secret: how many, and the first of them. */
export type ExportPiece = { text: string; lines: number; places: number; found: readonly FoundSecret[] };

/**
 * Removes secrets from text for others. Implemented by `@kestrel/tools` in a separate thread, so that no text blocks the daemon. Each
 * rejects with KestrelError `timeout` when it takes too long: nothing is returned then.
 */
export interface Redactor {
  /** The secrets in entries of a session. */
  secretsIn(entries: readonly Entry[]): Promise<readonly string[]>;
  /** Parts of an export. */
  exported(
    items: readonly ExportItem[],
    wish: { redact: boolean; known: readonly string[] },
  ): Promise<readonly ExportPiece[]>;
  /** Messages redacted for a model beside the main one. */
  messages(texts: readonly string[], known: readonly string[]): Promise<readonly string[]>;
}
