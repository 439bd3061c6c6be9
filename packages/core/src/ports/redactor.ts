import type { SessionEvent } from "@kestrel/protocol";
import type { Entry } from "@kestrel/session-state";

/** What an export is made of: as Markdown and HTML the title and the entries, as JSONL the events. */
export type ExportItem =
  | { kind: "title"; title: string; as?: "html" }
  | { kind: "entry"; entry: Entry; as?: "html" }
  | { kind: "event"; event: SessionEvent };

/** A line of an export that contains something like a secret, in its redacted form; counted from the start of the piece. */
type FoundSecret = { line: number; text: string };

/** Its text, the number of its lines, and where something in it looks like a secret: how many lines, and the first of them. */
export type ExportPiece = { text: string; lines: number; places: number; found: readonly FoundSecret[] };

/**
 * Takes secrets out of text that others will see. Implemented by `@kestrel/tools` in a thread of its own, so that no text holds
 * the daemon up. Each rejects with KestrelError `timeout` where it takes too long: nothing is given out then.
 */
export interface Redactor {
  /** The secrets that entries of a session show. */
  secretsIn(entries: readonly Entry[]): Promise<readonly string[]>;
  /** Parts of an export. */
  exported(
    items: readonly ExportItem[],
    wish: { redact: boolean; known: readonly string[] },
  ): Promise<readonly ExportPiece[]>;
  /** Messages redacted for a model beside the main one. */
  messages(texts: readonly string[], known: readonly string[]): Promise<readonly string[]>;
}
