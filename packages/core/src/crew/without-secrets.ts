import { lineRedactor } from "@kestrel/text";

const quote = "> ";
const keyFile = /-----BEGIN [A-Z0-9 ]{0,60}(?:PRIVATE KEY|CERTIFICATE)(?: BLOCK)?-----/g;
const body = /[A-Za-z0-9+/=]{40,}/g;

/**
 * A message as a member may see it: by the rules by which an export is made for others, and without what the session knows to be
 * secret. A key file goes to its end, or to the end of the stretch that is quoted: what we say behind it stands, and outside a
 * quotation nothing but the key itself goes, so that nobody hides the rest of a call behind the beginning of one.
 */
export function withoutSecrets(text: string, known: readonly string[]): string {
  let redact = lineRedactor(known);
  let within = false;
  return text
    .split("\n")
    .map((line) => {
      const quoted = line.startsWith(quote);
      if (!quoted || !within) redact = lineRedactor(known);
      within = quoted;
      return quoted ? quote + redact(line.slice(quote.length)) : redact(withoutKey(line));
    })
    .join("\n");
}

function withoutKey(line: string): string {
  const without = line.replace(keyFile, "[a key]");
  return without === line ? line : without.replace(body, "[left out]");
}
