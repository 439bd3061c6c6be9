import type { SessionEvent } from "@kestrel/protocol";
import { type Entry, emptySession, evolve } from "@kestrel/session-state";
import { redactSecrets } from "@kestrel/text";
import { secretsRead } from "../secrets/secrets-read.ts";

export type ExportFormat = "markdown" | "jsonl";

/** One line of an export that has something in it that looks like a secret, as it stands without that. */
type FoundSecret = { line: number; text: string };

/** An export, piece by piece, so that whoever makes it can let others in between. */
export type ExportPiece = { text: string; found: FoundSecret[] };

/**
 * A session for others to read. With `redact` what looks like a secret is left out; the pieces say where it stands either way.
 * What is stored stays what it was.
 */
export function* exportSession(
  events: readonly SessionEvent[],
  { format, redact }: { format: ExportFormat; redact: boolean },
): Generator<ExportPiece> {
  const state = events.reduce(evolve, emptySession);
  const known = secretsRead(state);
  const clean = (text: string) => redactSecrets(text, known);
  let line = 1;
  const piece = (whole: string, cleaned: string): ExportPiece => {
    const [before, after] = [whole.split("\n"), cleaned.split("\n")];
    const found = after.flatMap((text, index) =>
      text === before[index] ? [] : [{ line: line + index, text: text.slice(0, longestPreview) }],
    );
    line += before.length - 1;
    return { text: redact ? cleaned : whole, found };
  };
  if (format === "jsonl") {
    for (const event of events) {
      const cleaned = `${JSON.stringify(deep(event, clean))}\n`;
      yield piece(`${JSON.stringify(event)}\n`, cleaned);
    }
    return;
  }
  yield piece(`# ${state.title || "Session"}\n`, `# ${clean(state.title) || "Session"}\n`);
  for (const entry of state.timeline) {
    const text = markdownOf(entry);
    if (text !== "") yield piece(text, clean(text));
  }
}

/** UTF-16 units of a line that a preview shows. */
const longestPreview = 300;

/** Every string of a value, changed; names and numbers stay. */
function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one, change)]));
}

function markdownOf(entry: Entry): string {
  switch (entry.kind) {
    case "user":
      return entry.goesOn ? "\n_asked to go on_\n" : `\n## User\n\n${entry.text}\n`;
    case "note":
      return entry.contextKind === "steering" ? `\n## User\n\n${entry.text}\n` : "";
    case "reply":
      return entry.text.trim() === "" ? "" : `\n## Assistant\n\n${entry.text.trim()}\n`;
    case "tool":
      return `\n### ${entry.tool}\n\n${fenced(entry.arguments)}\n${fenced(entry.content ?? entry.status)}`;
    case "compaction":
      return entry.summary === undefined ? "" : `\n## Summary\n\n${entry.summary}\n`;
    case "end":
      return entry.reason === "done" ? "" : `\n_${entry.reason}_\n`;
    case "restored":
    case "rewound":
      return "";
    default:
      return entry satisfies never;
  }
}

/** A block of code that nothing in it ends. */
function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}\n${text}\n${fence}\n`;
}
