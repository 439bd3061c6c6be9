import { redactSecrets } from "./redact-secrets.ts";

/** Names of a secret with words or symbols. */
const name = `(?:pass(?:[ -]?word|wd|[ -]?phrase|code)?|pwd?|kennwort|passwort|(?:seed|recovery) (?:phrase|words)|wi-?fi key)`;
/** Names of a secret with digits. `PIN` in capitals: versions are pinned and boards have pins. */
const code = String.raw`(?:(?:safe|vault|lock|locker|padlock) combination|combination (?:of|to|for) (?:the|my|our) (?:\w+ )?(?:safe|vault|lock|locker|padlock)|(?:cvv|cvc)2?|otp|ssn|social security number|passcode|(?:security|unlock|door|gate|alarm|access|safe|bank|card|phone|sim)[- ](?:code|pin)|pin[- ](?:code|number))`;
const is = String.raw`\s*(?:(?:is|was|are|ist|lautet)\s*[:=]?|[:=]|->|→)\s*`;
/** Owner or purpose, between a name and its value: "for the router", "of my laptop". */
const gap = String.raw`(?:\s+(?:for|of|to|on|at|from|in)(?:\s+[\w'’.-]{1,30}){1,4}?)?`;
/** Statements about a password that do not contain it. */
const about = String.raw`(?:[\w-]+ed|\w+able|required|optional|needed|mandatory|empty|secret|hidden|kept|set|unset|reset|wrong|correct|weak|strong|short|long|safe|secure|unknown|public|private|personal|valid|invalid|missing|random|here|there|ours?|mine|yours?|the|an?|in|on|at|by|for|from|with|not|never|only|always|also|too|see|ask|stored|plain|case-sensitive|unique|fine|ok)`;
const end = String.raw`\s*(?:[.,;!。，；！]|$)`;

const chinese = "(?:密码|口令|密钥|暗号|(?:验证|门禁|门锁|开门|开锁|解锁|锁屏|支付|动态|PIN\\s*)码)";
const chineseCode = "(?:(?:CVV|CVC)2?|(?:安全|校验|门禁|验证)码)";
const chineseIs = String.raw`\s*(?:[是为][:：]?|[:：=])\s*`;
/** The same in Chinese. */
const chineseAbout =
  "(?!.*(?:的|存|用|由|在|经|需|必|可|不(?:能|要|会|得|应|许|允|同|一|支|变|为|是|超|少|对|安|区|含|包|明|知|详|显|写|记|过|足|限|再)|加密|管理|随机|自动|默认|明文|相同|一样|保密|多少|什么))";

/** Forms of stating a secret; each is linear in a line of 500 characters. */
const forms: readonly RegExp[] = [
  // A word with a digit or symbol that is not a path, variable or algorithm name.
  new RegExp(
    String.raw`\b${name}s?${gap}(?:${is}["'“‘\x60]?|\s+["'“‘\x60])(?!\$|[~./]|sha|md5|argon|bcrypt|scrypt|pbkdf|aes|base64|rsa)(?=\S*[\d!@#$%^&*+=_])(?!\S*[/(])\S{4,}`,
    "i",
  ),
  // Quoted text.
  new RegExp(String.raw`\b${name}${gap}${is}["'“‘\x60][^"'”’\x60]{3,}["'”’\x60]`, "i"),
  // A single word.
  new RegExp(String.raw`\b${name}${gap}${is}(?!${about}${end})[^\s.,;]{4,}${end}`, "i"),
  // Several words, without those that a sentence needs.
  new RegExp(
    String.raw`\b${name}${gap}${is}(?!(?!correct)${about}\b)(?:(?!(?:the|an?|in|on|at|by|for|from|with|to|of|and|or|is|are|we|you|it|its|not|before|after|via|as)\b)[\p{L}-]{2,}\s+){2,}[\p{L}-]{2,}\s*(?:…|${end})`,
    "iu",
  ),
  // Two words of a passphrase.
  new RegExp(
    String.raw`\bpass[ -]?phrase${gap}${is}(?!(?!correct)${about}\b|\w+ly\b|very|quite|rather|really|so\b|written|to\b)[\p{L}-]{3,}\s+(?!${about}\b|down\b|up\b|and\b|or\b|of\b|to\b|as\b)[\p{L}-]{3,}${end}`,
    "iu",
  ),
  // An account name, a separator, and a word with a digit.
  /(?:\b(?:log-?ins?|sign-?in|credentials|account)|登录|登陆|[账帐]号)\s*(?:is|are|[是为:=])\s*\S{1,60}\s+[/|]\s+(?=\S*\p{L})(?=\S*\d)(?:[^\s./()_-]{6,}|(?=\S*[!@#$%^&*+=?])\S{6,})/iu,
  new RegExp(String.raw`\b${code}${gap}(?:${is}|\s+)#?\d[\d -]{1,10}\d\b`, "i"),
  new RegExp(String.raw`\bpins?${gap}${is}\d{4,8}\b(?!\.\d)`, "i"),
  /\bPINs?\s+\d{4,8}\b(?!\.\d)/,
  new RegExp(String.raw`${chinese}${chineseIs}["'“‘「\x60]?(?=[!-~]{4})[!-~]*[\d!@#$%^&*_+]`, "i"),
  new RegExp(String.raw`${chineseCode}${chineseIs}\d{3,}`, "i"),
  /PIN\s*[是为]\s*\d{4,8}(?!\d)/,
  new RegExp(String.raw`${chinese}\s*(?:\d{4,}|(?=[!-~]*\d)[!-~]{8,})`, "i"),
  new RegExp(String.raw`${chinese}${chineseIs}["“‘「]\S{2,}["”’」]`),
  new RegExp(String.raw`${chinese}${chineseIs}${chineseAbout}\S{2,16}?${end}`),
  // Any number named as a card's.
  /(?:卡号|卡片号码|身份证号?码?|\bcard (?:number|no\.?|#))\D{0,12}(?:\d[ -]?){12,19}/i,
];

/** Card numbers by their issuers' leading digits. */
const card =
  /(?<![\d+.])(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:5|0|6|8|9)\d{12,14}|6\d{15,18})(?!\.?\d)/g;

/** Whether a line contains a key, a password, a PIN or a card number. */
export function tellsSecret(line: string): boolean {
  if (redactSecrets(line) !== line) return true;
  const plain = line.normalize("NFKC");
  if (forms.some((form) => form.test(plain))) return true;
  const digits = plain.replace(/(?<=\d)[ -](?=\d)/g, "");
  return [...digits.matchAll(card)].some(([number]) => isLuhn(number));
}

function isLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}
