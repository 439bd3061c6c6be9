import type { Entry } from "@kestrel/session-state";
import { fenceAround, redactArguments, redactSecrets } from "@kestrel/text";
import { withoutSecrets } from "../crew/without-secrets.ts";
import type { ExportItem, ExportPiece, Redactor } from "../ports/redactor.ts";
import { secretsRead } from "../secrets/secrets-read.ts";
import { type Change, htmlOf, htmlTitle } from "./html-of-entry.ts";

/** Most lines of one piece that are listed. */
const mostFound = 200;
/** UTF-16 units of a line that a preview shows. */
const longestPreview = 300;

/**
 * A piece of a session for export. With `redact`, text that looks like a secret is left out; its lines are listed in both cases.
 * The stored session is unchanged.
 */
export function exportPiece(
  item: ExportItem,
  { redact, known }: { redact: boolean; known: readonly string[] },
): ExportPiece {
  const whole = textOf(item, (text) => text);
  const clean = textOf(item, (text, isJson) => (isJson ? redactArguments : redactSecrets)(text, known));
  const before = whole.split("\n");
  const found: { line: number; text: string }[] = [];
  let places = 0;
  for (const [line, text] of clean.split("\n").entries()) {
    if (text === before[line]) continue;
    if (places++ < mostFound) found.push({ line, text: text.slice(0, longestPreview) });
  }
  return { text: redact ? clean : whole, lines: before.length - 1, places, found };
}

function textOf(item: ExportItem, change: Change): string {
  switch (item.kind) {
    case "title":
      return item.as === "html" ? htmlTitle(item.title, change) : `# ${change(item.title) || "Session"}\n`;
    case "entry":
      return item.as === "html" ? htmlOf(item.entry, change) : markdownOf(item.entry, change);
    case "event":
      return `${JSON.stringify(deep(item.event, change))}\n`;
    default:
      return item satisfies never;
  }
}

/** Every string of a value, changed; names and numbers stay. */
function deep(value: unknown, change: Change): unknown {
  if (typeof value === "string") return change(value, true);
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one, change)]));
}

function markdownOf(entry: Entry, change: Change): string {
  switch (entry.kind) {
    case "user":
      return entry.goesOn ? "\n_asked to go on_\n" : `\n## User\n\n${change(entry.text)}\n`;
    case "note":
      return entry.contextKind === "steering" ? `\n## User\n\n${change(entry.text)}\n` : "";
    case "reply":
      return entry.text.trim() === "" ? "" : `\n## Assistant\n\n${change(entry.text.trim())}\n`;
    case "tool": {
      const { question } = entry;
      if (question && question.server === undefined)
        return `\n### ${entry.tool}\n\n${change(question.question)}\n\n> ${change(question.text ?? question.end ?? entry.status)}\n`;
      const [asked, answer] = [change(entry.arguments, true), change(entry.content ?? entry.status, true)];
      return `\n### ${entry.tool}\n\n${fenced(asked)}\n${fenced(answer)}`;
    }
    case "compaction":
      return entry.summary === undefined ? "" : `\n## Summary\n\n${change(entry.summary)}\n`;
    case "end":
      return entry.reason === "done" ? "" : `\n_${entry.reason}_\n`;
    case "restored":
    case "rewound":
      return "";
    default:
      return entry satisfies never;
  }
}

/** A code block whose fence is longer than any inside it. */
function fenced(text: string): string {
  const fence = fenceAround(text);
  return `${fence}\n${text}\n${fence}\n`;
}

/** The redactor in the caller's thread. */
export const redactorHere: Redactor = {
  secretsIn: async (entries) => secretsRead({ timeline: entries }),
  exported: async (items, wish) => items.map((item) => exportPiece(item, wish)),
  messages: async (texts, known) => texts.map((text) => withoutSecrets(text, known)),
};
