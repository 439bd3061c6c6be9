import { keyBlockRedactor } from "./key-blocks.ts";
import { leftOut } from "./left-out.ts";
import { announcing, isSecretName } from "./secret-names.ts";

/** Where a key begins: at a word's start, or directly after an escape such as `\n`. */
const start = String.raw`(?:\b|(?<=\\[bfnrt]))`;

const global = (...parts: string[]) => new RegExp(parts.join(""), "g");
const anyCase = (...parts: string[]) => new RegExp(parts.join(""), "gi");

/** Keys recognisable by shape: their issuer's prefix, then characters unlike any word. */
const shapes: readonly RegExp[] = [
  anyCase(start, String.raw`(?:sk|pk|rk)[-_](?:[a-z]{1,40}[-_])?[\w-]{8,}`),
  anyCase(start, String.raw`(?:hf_|gh[opsur]_|github_pat_|glpat-|npm_|xox[abeprs]-|syt_|dop_v1_)[\w-]{8,}`),
  // Kestrel's access tokens.
  global(start, String.raw`kestrel_[0-9a-f]{64}\b`),
  // Amazon's key ids: a four-letter type, then sixteen characters.
  global(start, String.raw`(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}\b`),
  global(start, String.raw`AIza[\w-]{30,}`),
  // Webhook addresses, which anyone who has them can post to.
  /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/-]{8,200}/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/[\w-]{8,200}/g,
];

/** Three or more dot-separated parts, as in JSON web tokens; each such word is checked once. */
const dotted = /(?<![\w.-])[\w-]+(?:\.[\w-]+){2,}/g;
const tokenInside = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/;

/** The end of a name and the separator before its value: code quotes, Markdown bold, a column of blanks. */
const announcedBy = (sign: string) =>
  String.raw`(?:${announcing})(?:\\{0,7}["'\x60]|[*_]{1,3})?\]?[ \t]{0,20}(?:${sign})(?:[*_]{1,3}(?=\s))?[ \t]{0,20}`;
const announced = announcedBy("=>|:=|[=:：]");
const lineEnd = String.raw`[ \t]{0,4}\r?\n[ \t]{1,40}`;

/** After a command with that name in the same line. */
const behind = (commands: string) => String.raw`(?<=\b(?:${commands})\b[^\n]{0,200})`;

/** A name that announces a secret stays; its value is removed. A quoted value is removed up to its closing quote. */
const values: readonly RegExp[] = [
  // Before single quotes, which would match three as an empty text.
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
  // YAML: a one-word value in the line below its name, also as a block.
  anyCase(
    String.raw`((?:${announcing})["']?[ \t]{0,4}:[ \t]{0,4}(?:[|>][+-]?)?${lineEnd})`,
    String.raw`(["']?)(?![^\s]{0,200}:(?:\s|$))[^\s"']{6,200}(?=["']?[ \t]{0,4}(?:[\r\n]|$))`,
  ),
  // A row of a Markdown table. A heading has no digit.
  anyCase(
    String.raw`(\|[^|\n]{0,60}(?:${announcing})[ \t*_\x60]{0,20}\|[ \t*_\x60]{0,20})`,
    String.raw`()(?=[^\s|]{0,200}\d)[^\s|*\x60]{4,}`,
  ),
  // XML and HTML: an element with that name, or one with its value in an attribute.
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
  // A password in a URL.
  /(:\/\/[^\s/@:]{0,200}:)()[^\s/@]{1,200}(?=@)/g,
];

/**
 * Redacts secrets in text that others will see: keys by shape, announced values, key blocks, and known secrets. One redactor reads one
 * text, line by line. Linear in each line.
 */
export function lineRedactor(known: readonly string[] = []): (line: string) => string {
  const withoutKeys = keyBlockRedactor();
  return (line) => byPattern(asRead(withoutKeys(withoutKnown(line, known))));
}

/** Redacts a whole text. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let rest = withoutKnown(text, known);
  if (rest.includes("-----BEGIN ")) rest = rest.split("\n").map(keyBlockRedactor()).join("\n");
  return byPattern(asRead(rest));
}

/** Full-width letters, digits and symbols of a name, and invisible characters. */
const disguised = /[\uff10-\uff19\uff1d\uff21-\uff3a\uff3f\uff41-\uff5a]|\p{Default_Ignorable_Code_Point}/u;
/** Required by every pattern without an announcing name: other short lines skip those patterns. */
const maySay = /[a-z0-9]{2}[-_]\w|[A-Z]{4}|AIza|\.com\/|eyJ|bearer|basic|cookie|:\/\/|\s-/i;
const allDisguised = new RegExp(disguised, "gu");

/** Lines that announce a secret when displayed, in plain letters; others unchanged. Linear in the text. */
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
