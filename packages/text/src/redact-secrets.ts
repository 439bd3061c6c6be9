import { keyBlockRedactor } from "./key-blocks.ts";
import { leftOut } from "./left-out.ts";
import { announcing } from "./secret-names.ts";

/** Where a key begins: at a word's beginning, or behind an escape such as `\n`, whose letter touches it. */
const start = String.raw`(?:\b|(?<=\\[bfnrt]))`;

const global = (...parts: string[]) => new RegExp(parts.join(""), "g");
const anyCase = (...parts: string[]) => new RegExp(parts.join(""), "gi");

/** Keys that are known by their shape: the prefix of whoever issues them, then nothing a word would have. */
const shapes: readonly RegExp[] = [
  anyCase(start, String.raw`(?:sk|pk|rk)[-_](?:[a-z]{1,40}[-_])?[\w-]{8,}`),
  anyCase(start, String.raw`(?:hf_|gh[opsur]_|github_pat_|glpat-|npm_|xox[abeprs]-|dop_v1_)[\w-]{8,}`),
  // Amazon's key ids: four letters that say what it is, then sixteen.
  global(start, String.raw`(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}\b`),
  global(start, String.raw`AIza[\w-]{30,}`),
];

/** Three or more parts with dots between them, as JSON web tokens are written; each such word is looked at once. */
const dotted = /(?<![\w.-])[\w-]+(?:\.[\w-]+){2,}/g;
const tokenInside = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/;

const announced = String.raw`(?:${announcing})(?:\\{0,7}["'\x60])?\]?[ \t]{0,4}(?:=>|:=|[=:：])[ \t]{0,4}`;

/** A name that announces a secret stays; what follows it goes. What is quoted goes up to its own closing quote. */
const values: readonly RegExp[] = [
  anyCase(`(${announced})`, String.raw`(\\{0,7}["'\x60])(?:(?!\2)(?:\\[^\n]|[^\\\n])){3,2000}(?=\2)`),
  anyCase(`(${announced})`, String.raw`(\\{0,7}["'\x60])?[^\s"'\x60,;&]{6,}`),
  anyCase(`((?:${announcing}) {1,4})`, String.raw`()(?=[^\s]{0,200}\d)(?!\[left out\])[\w.+/-]{8,}`),
  /(\b(?:bearer|basic) {1,4})()[\w.~+/=-]{8,}/gi,
  // A password in an address.
  /(:\/\/[^\s/@:]{0,200}:)()[^\s/@]{1,200}(?=@)/g,
];

/**
 * Takes secrets out of text that others will see: keys by their shape, what is announced as one, key blocks, and those that are
 * known. One redactor reads one text, line after line. Linear in each line.
 */
export function lineRedactor(known: readonly string[] = []): (line: string) => string {
  const withoutKeys = keyBlockRedactor();
  return (line) => byPattern(withoutKeys(withoutKnown(line, known)));
}

/** The same for a whole text. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let rest = withoutKnown(text, known);
  if (rest.includes("-----BEGIN ")) rest = rest.split("\n").map(keyBlockRedactor()).join("\n");
  return byPattern(rest);
}

function withoutKnown(text: string, known: readonly string[]): string {
  let rest = text;
  for (const secret of known) if (secret !== "") rest = rest.replaceAll(secret, leftOut);
  return rest;
}

function byPattern(text: string): string {
  let rest = text;
  for (const shape of shapes) rest = rest.replace(shape, leftOut);
  rest = rest.replace(dotted, (word) => word.replace(tokenInside, leftOut));
  for (const value of values)
    rest = rest.replace(value, (_, name, quote = "") => `${name}${quote}${leftOut}`);
  return rest;
}
