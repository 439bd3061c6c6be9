import { type LooseValue, Spelled } from "./loose-value.ts";

/** A number or word as read; `partial` if the input ended within it, or could have. */
export type ScalarReading = { value: LooseValue; end: number; partial: boolean; number: boolean };

const strictNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What could be a number of any spelling; read at once, so that a long run of digits costs linear time. */
const numberAhead = /[+-]?[\d.](?:[eE][+-](?=\d)|[\w.])*/y;
const prefixedNumber = /^[+-]?0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/;
const looseNumber = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const words: Record<string, LooseValue> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  TRUE: true,
  FALSE: false,
  NULL: null,
  Null: null,
  undefined: null,
};
const jsonWords = new Set(["true", "false", "null"]);
/** Words that stand for the lack of a value: what they mean would be a guess. */
const notValues = new Set(["NaN", "Infinity", "nan", "inf"]);
const word = /[A-Za-z_$][\w$]*/y;
const bareText = /[A-Za-z_./~@*][^\s,{}()[\]"'`<>|;=，；：｛｝（）［］]*/y;

function sticky(pattern: RegExp, text: string, at: number, limit: number): string | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text)?.[0];
  return match === undefined ? undefined : match.slice(0, limit - at);
}

function spelled(spelling: string): LooseValue | undefined {
  const value = Number(spelling.replaceAll("_", ""));
  if (!Number.isFinite(value)) return undefined;
  return String(value) === spelling ? value : new Spelled(spelling, value);
}

/** `0x1F`, `0o17` and `0b11`, as Python and JavaScript write them. */
function prefixed(spelling: string): LooseValue | undefined {
  const negative = spelling.startsWith("-");
  const value = Number(spelling.replace(/^[+-]/, ""));
  return Number.isSafeInteger(value) ? new Spelled(spelling, negative ? -value : value) : undefined;
}

/** `true`, `null`, `-1.5e3`: what JSON allows. */
export function readStrictScalar(text: string, at: number, limit: number): ScalarReading | undefined {
  for (const name of ["true", "false", "null"]) {
    if (text.startsWith(name, at) && at + name.length <= limit) {
      return { value: words[name] ?? null, end: at + name.length, partial: false, number: false };
    }
  }
  const number = sticky(strictNumber, text, at, limit);
  const value = number ? spelled(number) : undefined;
  if (number === undefined || value === undefined) return undefined;
  return { value, end: at + number.length, partial: at + number.length >= limit, number: true };
}

/** The same with Python's words, `.5`, `+3`, `0x1F`, `1_000`, and single unquoted words. */
export function readLooseScalar(text: string, at: number, limit: number): ScalarReading | undefined {
  const number = sticky(numberAhead, text, at, limit);
  const based = number !== undefined && prefixedNumber.test(number);
  if (number !== undefined && (based || looseNumber.test(number))) {
    const value = based ? prefixed(number) : spelled(number);
    if (value === undefined) return undefined;
    return { value, end: at + number.length, partial: at + number.length >= limit, number: true };
  }
  const name = sticky(word, text, at, limit);
  const bare = sticky(bareText, text, at, limit) ?? name;
  // Dots stand for what was left out, and nobody knows what that is.
  if (bare === undefined || notValues.has(bare) || /^\.{3,}$/.test(bare)) return undefined;
  const end = at + bare.length;
  const known = Object.hasOwn(words, bare) ? (words[bare] as boolean | null) : undefined;
  if (known !== undefined) {
    const value = jsonWords.has(bare) ? known : new Spelled(bare, known);
    return { value, end, partial: false, number: false };
  }
  return { value: bare, end, partial: end >= limit, number: false };
}
