import { lineRedactor, redactArguments } from "@kestrel/text";
import { withoutMarks } from "../context/compaction/quote-notes.ts";

const quote = "> ";

/**
 * A message for another model: redacted by the rules of an export, and without the session's known secrets. A key block is removed only
 * within its quoted passage: Kestrel's text after it stays. Outside a quotation each line is redacted by itself, so that the beginning of a
 * key removes no later part of a call.
 */
export function withoutSecrets(text: string, known: readonly string[]): string {
  let redact = lineRedactor(known);
  let within = false;
  const lines = text.split("\n").map((line) => {
    const quoted = line.startsWith(quote);
    if (!quoted || !within) redact = lineRedactor(known);
    within = quoted;
    if (!quoted) return redact(line);
    const said = line.slice(quote.length);
    return quote + (/^\s*[[{]/.test(said) ? redact(redactArguments(said, known)) : redact(said));
  });
  // Text escaped in JSON may be plain now.
  return withoutMarks(lines.join("\n"));
}
