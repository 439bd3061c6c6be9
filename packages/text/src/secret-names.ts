import { plainLetters } from "./plain-letters.ts";

/** Names that announce a secret, as part of a regular expression for text of any case. */
export const announcing = [
  "(?:api|access|secret|private|auth|encryption|signing|master|account|client)[-_ ]?key",
  "secret",
  "token(?!i[sz]e)",
  "passw(?:or)?d",
  "passwort",
  "kennwort",
  "passphrase",
  "pwd",
  "(?:admin|db|database|ftp|login|mail|mysql|postgres|proxy|redis|root|smtp|ssh|user)[-_]?pass(?![a-z])",
  "credentials?",
  "密码|口令|密钥|令牌|私钥",
].join("|");

/** Normalised: full-width letters are plain, invisible characters are removed. */
const asRead = (name: string) => (/^[ -~]*$/.test(name) ? name : plainLetters(name));

const announces = new RegExp(announcing, "i");
const announcesNumber = /passw|kennwort|passphrase|pwd|密码|口令|(?:^|[^a-z])(?:pin|otp)(?:$|[^a-z])/i;

/** Whether a field with that name holds a secret, whatever its text. */
export function isSecretName(name: string): boolean {
  return announces.test(asRead(name));
}

/** Whether a field with that name holds a secret even if its value is a number: `max_tokens` does not. */
export function isSecretNumber(name: string): boolean {
  return announcesNumber.test(asRead(name));
}
