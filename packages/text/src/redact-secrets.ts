import { keyBlockRedactor } from "./key-blocks.ts";
import { leftOut } from "./left-out.ts";
import { announcing, isSecretName } from "./secret-names.ts";

/** Where a key begins: at a word's beginning, or behind an escape such as `\n`, whose letter touches it. */
const start = String.raw`(?:\b|(?<=\\[bfnrt]))`;

const global = (...parts: string[]) => new RegExp(parts.join(""), "g");
const anyCase = (...parts: string[]) => new RegExp(parts.join(""), "gi");

/** Keys that are known by their shape: the prefix of whoever issues them, then nothing a word would have. */
const shapes: readonly RegExp[] = [
  anyCase(start, String.raw`(?:sk|pk|rk)[-_](?:[a-z]{1,40}[-_])?[\w-]{8,}`),
  anyCase(start, String.raw`(?:hf_|gh[opsur]_|github_pat_|glpat-|npm_|xox[abeprs]-|syt_|dop_v1_)[\w-]{8,}`),
  // Our own access tokens.
  global(start, String.raw`kestrel_[0-9a-f]{64}\b`),
  // Amazon's key ids: four letters that say what it is, then sixteen.
  global(start, String.raw`(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}\b`),
  global(start, String.raw`AIza[\w-]{30,}`),
  // Addresses that anybody who knows them may post to.
  /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/-]{8,200}/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/[\w-]{8,200}/g,
];

/** Three or more parts with dots between them, as JSON web tokens are written; each such word is looked at once. */
const dotted = /(?<![\w.-])[\w-]+(?:\.[\w-]+){2,}/g;
const tokenInside = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/;

/** The end of a name and what stands between it and its value: quotes of a program, bold of Markdown, a column of blanks. */
const announcedBy = (sign: string) =>
  String.raw`(?:${announcing})(?:\\{0,7}["'\x60]|[*_]{1,3})?\]?[ \t]{0,20}(?:${sign})(?:[*_]{1,3}(?=\s))?[ \t]{0,20}`;
const announced = announcedBy("=>|:=|[=:：]");
const lineEnd = String.raw`[ \t]{0,4}\r?\n[ \t]{1,40}`;

/** Behind a command of that name in the same line. */
const behind = (commands: string) => String.raw`(?<=\b(?:${commands})\b[^\n]{0,200})`;

/** A name that announces a secret stays; what follows it goes. What is quoted goes up to its own closing quote. */
const values: readonly RegExp[] = [
  // Before what is in one quote, which would take three for an empty text.
  anyCase(`(${announced}(?:"""|'''))`, String.raw`()[\s\S]{1,2000}?(?="""|''')`),
  anyCase(
    `(${announcedBy("=>|:=|[!=]?={1,2}|[:：]")})`,
    String.raw`(\\{0,7}["'\x60])(?:(?!\2)(?:\\[^\n]|[^\\\n])){3,2000}(?=\2)`,
  ),
  anyCase(`(${announced})`, String.raw`(\\{0,7}["'\x60])?[^\s"'\x60,;&]{6,}`),
  anyCase(`((?:${announcing}) {1,4})`, String.raw`()(?=[^\s]{0,200}\d)(?!\[left out\])[\w.+/-]{8,}`),
  // A list of them.
  anyCase(
    String.raw`((?:${announcing})s?(?<!tokens)(?:\\{0,7}["'])?[ \t]{0,20}[=:][ \t]{0,20}\[[ \t]{0,4})`,
    String.raw`()(?=\\{0,7}["'])[^\]\n]{3,2000}(?=\])`,
  ),
  anyCase(
    String.raw`((?:${announcing}) (?:is|was)[ \t]{0,4}:?[ \t]{0,4}["'“\x60]?)`,
    String.raw`()(?=[^\s]{0,200}\d)(?!\[left out\])[!#-&(-+--_a-~]{6,}`,
  ),
  /(\b(?:bearer|basic) {1,4})()[\w.~+/=-]{8,}/gi,
  // YAML: a value of one word in the line below its name, also as a block.
  anyCase(
    String.raw`((?:${announcing})["']?[ \t]{0,4}:[ \t]{0,4}(?:[|>][+-]?)?${lineEnd})`,
    String.raw`(["']?)(?![^\s]{0,200}:(?:\s|$))[^\s"']{6,200}(?=["']?[ \t]{0,4}(?:[\r\n]|$))`,
  ),
  // A row of a Markdown table. A heading has no digit.
  anyCase(
    String.raw`(\|[^|\n]{0,60}(?:${announcing})[ \t*_\x60]{0,20}\|[ \t*_\x60]{0,20})`,
    String.raw`()(?=[^\s|]{0,200}\d)[^\s|*\x60]{4,}`,
  ),
  // XML and HTML: an element of that name, or one whose value is in an attribute.
  anyCase(
    String.raw`(<[\w:.-]{0,40}(?:${announcing})(?:\s[^<>\n]{0,100})?>)`,
    String.raw`()[^<\n]{1,200}(?=</)`,
  ),
  anyCase(
    String.raw`(\b(?:name|key)=["'][\w:.-]{0,40}(?:${announcing})["']\s[^<>\n]{0,100}?\bvalue=)`,
    String.raw`(["'])[^"'\n]{1,200}(?=\2)`,
  ),
  anyCase(
    String.raw`(\bset\w{0,20}?(?:${announcing})\([ \t]{0,4})`,
    String.raw`(\\{0,7}["'\x60])[^"'\x60\n\\]{3,200}(?=\2)`,
  ),
  anyCase(
    String.raw`(\s(?:-u|--user|--proxy-user)${behind("curl|wget|xh")}[ \t=]{0,4}["']?[^\s:"'/]{1,100}:)`,
    String.raw`()[^\s"'/][^\s"']{0,200}`,
  ),
  global(String.raw`(\s-p${behind("mysql|mysqldump|mysqladmin|mariadb")}["']?)()[^\s"']{3,200}`),
  global(String.raw`(\bsshpass -p {0,4}["']?)()[^\s"']{3,200}`),
  // All cookies of the line: any of them may be the session.
  anyCase(String.raw`(\bcookie["']?:[ \t]{0,4}["']?)()[\w.-]{1,100}=[^\n"'\x60]{3,}`),
  global(
    String.raw`((?:密码|口令|密钥|令牌|私钥)[ \t]{0,4}[是为][ \t]{0,4}[:：]?[ \t]{0,4}["'“\x60]?)`,
    String.raw`()(?=[!-~]{0,200}[\d!@#$%^&*])(?!\[left out\])[!#-&(-_a-~]{4,}`,
  ),
  // A password in an address.
  /(:\/\/[^\s/@:]{0,200}:)()[^\s/@]{1,200}(?=@)/g,
];

/**
 * Takes secrets out of text that others will see: keys by their shape, what is announced as one, key blocks, and those that are
 * known. One redactor reads one text, line after line. Linear in each line.
 */
export function lineRedactor(known: readonly string[] = []): (line: string) => string {
  const withoutKeys = keyBlockRedactor();
  return (line) => byPattern(asRead(withoutKeys(withoutKnown(line, known))));
}

/** The same for a whole text. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let rest = withoutKnown(text, known);
  if (rest.includes("-----BEGIN ")) rest = rest.split("\n").map(keyBlockRedactor()).join("\n");
  return byPattern(asRead(rest));
}

/** Letters, digits and signs of a name in their full width, and what is not drawn at all. */
const disguised = /[\uff10-\uff19\uff1d\uff21-\uff3a\uff3f\uff41-\uff5a]|\p{Default_Ignorable_Code_Point}/u;
/** What every pattern needs that no name announces: the others are not tried on millions of short lines. */
const maySay = /[a-z0-9]{2}[-_]\w|[A-Z]{4}|AIza|\.com\/|eyJ|bearer|basic|cookie|:\/\/|\s-/i;
const allDisguised = new RegExp(disguised, "gu");

/** The lines that announce a secret for whoever reads them, in plain letters; all others as they are. Linear in the text. */
function asRead(text: string): string {
  if (!disguised.test(text)) return text;
  const plainly = (line: string) => {
    if (!disguised.test(line)) return line;
    const plain = line.replace(allDisguised, (sign) =>
      /[\uff10-\uff5a]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 0xfee0) : "",
    );
    return isSecretName(plain) || (maySay.test(plain) && byPattern(plain) !== plain) ? plain : line;
  };
  return text.split("\n").map(plainly).join("\n");
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
