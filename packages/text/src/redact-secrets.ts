/** What stands in place of a secret. */
const leftOut = "[left out]";

/** Keys that are known by their shape: a prefix of their maker, then nothing a word would have. */
const shapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])?[\w-]{8,}/gi,
  /\b(?:hf_|gh[opsur]_|github_pat_|glpat-|npm_|xox[abeprs]-|dop_v1_)[\w-]{8,}/gi,
  // Amazon's key ids: four letters that say what it is, then sixteen.
  /\b(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/** A name that announces a secret keeps standing; what follows it goes. */
const announced: readonly RegExp[] = [
  /(\b(?:bearer|basic) {1,4})[\w.~+/=-]{8,}/gi,
  /((?:api[-_ ]?key|access[-_]?key|secret|token|passw(?:or)?d|passphrase|pwd)["']? {0,4}[=:] {0,4}["']?)[^\s"',;&]{6,}/gi,
  /((?:api[-_]?key|token|password|secret) {1,4})(?=[^\s]{0,200}\d)[\w.+/-]{8,}/gi,
  // A password in an address.
  /(:\/\/[^\s/@:]{0,200}:)[^\s/@]{1,200}(?=@)/g,
];

const pemBegins = /-----BEGIN [A-Z0-9 ]{0,60}(?:PRIVATE KEY|CERTIFICATE)(?: BLOCK)?-----/;
const pemEnds = /-----END [A-Z0-9 ]{0,80}-----/;

/**
 * Takes secrets out of text that others will see: keys by their shape, what is announced as one, key files line by line,
 * and those that are known. One redactor reads one text, line after line. Linear in each line.
 */
export function lineRedactor(known: readonly string[] = []): (line: string) => string {
  let inKeyFile = false;
  return (line) => {
    const begins = pemBegins.exec(line);
    if (inKeyFile || begins) {
      inKeyFile = !pemEnds.test(line);
      return begins ? `${line.slice(0, begins.index)}${leftOut}` : leftOut;
    }
    let text = line;
    for (const secret of known) if (secret !== "") text = text.replaceAll(secret, leftOut);
    for (const shape of shapes) text = text.replace(shape, leftOut);
    for (const shape of announced) text = text.replace(shape, `$1${leftOut}`);
    return text;
  };
}

/** The same for a whole text. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const redact = lineRedactor(known);
  return text.split("\n").map(redact).join("\n");
}
