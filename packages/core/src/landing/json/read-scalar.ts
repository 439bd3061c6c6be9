import { type LooseValue, SpelledNumber } from "./loose-value.ts";

/** A number or word as read; `partial` if the input ended within it, or could have. */
export type ScalarReading = { value: LooseValue; end: number; partial: boolean; number: boolean };

const strictNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const looseNumber = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
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
  undefined: null,
};
/** Words that stand for the lack of a value: what they mean would be a guess. */
const notValues = new Set(["NaN", "Infinity", "nan", "inf"]);
const word = /[A-Za-z_$][\w$]*/y;
const bareText = /[A-Za-z_./~@*][^\s,{}()[\]"'`<>|;=]*/y;

function sticky(pattern: RegExp, text: string, at: number, limit: number): string | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text)?.[0];
  return match === undefined ? undefined : match.slice(0, limit - at);
}

function spelled(spelling: string): LooseValue | undefined {
  const value = Number(spelling.replaceAll("_", ""));
  if (!Number.isFinite(value)) return undefined;
  return String(value) === spelling ? value : new SpelledNumber(spelling, value);
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

/** The same with Python's words, `.5`, `+3`, `1_000`, and single unquoted words. */
export function readLooseScalar(text: string, at: number, limit: number): ScalarReading | undefined {
  const number = sticky(looseNumber, text, at, limit);
  if (number !== undefined) {
    const value = spelled(number);
    if (value === undefined) return undefined;
    return { value, end: at + number.length, partial: at + number.length >= limit, number: true };
  }
  const name = sticky(word, text, at, limit);
  const bare = sticky(bareText, text, at, limit) ?? name;
  if (bare === undefined || notValues.has(bare)) return undefined;
  const end = at + bare.length;
  if (Object.hasOwn(words, bare)) return { value: words[bare] ?? null, end, partial: false, number: false };
  return { value: bare, end, partial: end >= limit, number: false };
}
