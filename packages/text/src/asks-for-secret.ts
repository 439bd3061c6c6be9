import { plainLetters } from "./plain-letters.ts";
import { isSecretName } from "./secret-names.ts";

/** Names of a secret that match anywhere after everything but letters and digits is removed: `p a s s-w o r d` matches. */
const anywhere = new RegExp(
  [
    "passw(?:or)?d|passw[oö]rt|passphrase|passcode|passkey|kennwort|geheimzahl",
    "credentials?|authenticator|mnemonic|creditcard|debitcard|cardnumber|socialsecurity",
    "(?:api|access|secret|private|auth|encryption|signing|master|account|client|ssh|license|recovery|security|backup)keys?",
    "(?:access|refresh|auth|bearer|api|session|security|id)token",
    "(?:seed|recovery|backup|secret)(?:phrase|words)",
    "(?:verification|security|access|onetime|sms|backup|recovery|login|auth|authentication|confirmation|activation|unlock|pin|mfa|2fa)codes?",
    "digitcode|codefromyour(?:phone|app|bank|email|sms)|codewe(?:just)?(?:sent|texted)",
    "motdepasse|contrasena|palavrapasse|wachtwoord|losenord|salasana|adgangskode|parolachiave|matkhau|katasandi|yanzhengma",
    "пароль|пароля|парол",
    "密码|密碼|口令|密钥|密鑰|密匙|令牌|私钥|私鑰|验证码|驗證碼|校验码|校驗碼|动态码|動態碼|安全码|安全碼|助记词|助記詞|暗号|暗號",
    "卡号|卡號|信用卡|身份证|身分證",
    "パスワード|パスフレーズ|パスコード|暗証|秘密鍵|認証コード",
    "كلمةالمرور|كلمةالسر|סיסמה|סיסמא|पासवर्ड|รหัสผ่าน",
    "비밀번호|암호|인증번호|패스워드",
  ].join("|"),
  "u",
);

/** Names that match only as a whole word. */
const alone =
  /(?<![\p{L}\p{N}])(?:passwd|pass|pwd|psw|pw|pins?|otps?|totp|cvv2?|cvc2?|ssn|mfa|2fa|jwt|tokens?|secrets?|senha|clave|parola|parol|haslo|heslo|sifre|jelszo|mima|kouling)(?![\p{L}\p{N}])/u;

/** Similar letters of other alphabets, and digits and symbols used as letters, one for one. */
const lookalikes = new Map(
  [
    ["аеорсухіјѕкмтвнԁԛԝгп", "aeopcyxijskmtbhdqwrn"],
    ["αβγεικνορτυχω", "abyeiknoptuxw"],
    ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"],
    ["łøđı", "lodi"],
  ].flatMap(([from = "", to = ""]) =>
    [...from].map((letter, at): [string, string] => [letter, to[at] ?? ""]),
  ),
);
const signs = new Map([..."@40$5317|!€"].map((sign, at) => [sign, "aaosseillie"[at] ?? ""]));

/**
 * Whether a text asks for something that must not be typed: a password, a code, a key, a card number. Prefers false positives to misses.
 * Linear in the text.
 */
export function asksForSecret(words: string): boolean {
  if (isSecretName(words)) return true;
  // `userPIN` and `apiKey` are split at their capitals.
  const parted = words.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ");
  const folded = [...new Set([words, parted].map(foldedLetters))];
  const latin = folded.map((text) => swapped(text, lookalikes));
  const readings = [...folded, ...latin, ...latin.map((text) => swapped(text, signs))];
  return readings.some(
    (text) =>
      alone.test(text) || anywhere.test(text.replaceAll(/[^\p{L}\p{N}]+/gu, "")) || isSecretName(text),
  );
}

/** Lower-case letters without diacritics. */
function foldedLetters(text: string): string {
  return plainLetters(text)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

function swapped(text: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join("");
}
