import { grammars } from "../src/grammar/table.ts";
import { spellings } from "../src/grammar/template.ts";

const rows = grammars;

/** The templates of all marks of the table. */
export const markTemplates: readonly string[] = rows.flatMap((row) => [
  ...(row.wraps ?? []).flatMap(([open, close]) => (close === undefined ? [open] : [open, close])),
  ...(row.heads ?? []),
  ...(row.parameter ?? []),
  ...(row.end === undefined ? [] : [row.end]),
  ...(row.literal ?? []),
  ...(row.thinking ?? []).flatMap(([open, close]) => [close, open]),
  ...(row.results ?? []),
  ...(row.stops ?? []),
  ...(row.resultLines ?? []).map((label) => `${label}:`),
  ...(row.lines ? [`${row.lines.name}:`, `${row.lines.input}:`] : []),
]);

/** Each mark as a model writes it, with that tool and that parameter. */
export function marksFor(tool: string, key: string): string[] {
  const written = markTemplates.flatMap((template) =>
    spellings(
      template
        .replaceAll(/\{(?:name|tool)\}/g, tool)
        .replaceAll("{key}", key)
        .replaceAll(/\{\w+\}|\^/g, ""),
    ).slice(0, 1),
  );
  return [...new Set(written)];
}
