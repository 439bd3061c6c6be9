import { lineRedactor, redactArguments } from "@kestrel/text";
import { withoutMarks } from "../context/compaction/quote-notes.ts";

const quote = "> ";

/**
 * A message as a member may see it: by the rules by which an export is made for others, and without what the session knows to be
 * secret. A block of a key goes within the stretch that is quoted: what Kestrel says behind it stays, and outside a quotation
 * each line is read for itself, so that the beginning of a key hides no rest of a call.
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
  // What was escaped in JSON may be written plainly now.
  return withoutMarks(lines.join("\n"));
}
