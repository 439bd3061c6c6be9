import { type Fuel, fuelFor, skipBlanks, skipComments, structural } from "./blanks.ts";
import { asLiteral, hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "./loose-value.ts";
import { keyFollows, readLooseScalar, readStrictScalar, readUnquoted } from "./read-scalar.ts";
import {
  looseQuotes,
  readLooseString,
  readStrictString,
  type StringContext,
  type StringPlace,
} from "./read-string.ts";

/**
 * How a reading ended: `complete`; `open` if only closing brackets are missing; `cut` if the input ran out inside a
 * string, a key, a word or before a value; `broken` if it is no JSON even with goodwill.
 */
type Ending = "complete" | "open" | "cut" | "broken";

/** What stood last in an `open` reading: a value, a comma after it, a number that may have had more digits, or a word without quotes. */
export type Last = "value" | "comma" | "number" | "word";

/** `twice` is a key that one object had twice, with different values; `strict`: it is valid JSON, and nothing was repaired. */
export type JsonReading = {
  value: LooseValue;
  end: number;
  ending: Ending;
  last: Last;
  twice?: string;
  strict?: true;
};

/** `keys`: the names that the schema knows, by which a lost quote is told from text; `any` where there is none. */
export type ReadSettings = {
  limit?: number;
  fuel?: Fuel;
  python?: boolean;
  keys?: ReadonlySet<string> | "any";
  /** What encloses texts in which nothing is escaped, in Gemma's notation. */
  quote?: string;
};

type Closer = "}" | "]" | ")";

const maximumDepth = 200;
const maximumKey = 1000;
const bareKey = /(?:[\p{L}_$][\p{L}\p{M}\p{N}_$.-]*|\d{1,15}(?=\s{0,40}[:：]))(?:["'”](?=\s{0,40}[:：=]))?/uy;
const wholeKey = /["'“][^"“”\n]{0,200}["'”]\s{0,40}[:：=]/y;
/** A key whose closing quote was lost. */
const unclosedKey = /["'“]([A-Za-z_$][\w$-]{0,80})\s{0,40}(?=[:：])/y;
/** A word in brackets as several families write around calls: no list of words. */
const closingMark = /\[\/?[A-Z]{3,12}(?:_[A-Z]{3,12}){0,3}\]/y;
/** What Python writes before a string to say how it is to be read. */
const stringPrefix = /[rRfFbBuU]{1,2}(?=["'])/y;
/** What shells of databases and Python write around a value, and a call around the whole of a text. */
const wrapperName =
  /(?:ObjectId|ISODate|NumberLong|NumberInt|NumberDecimal|UUID|Decimal|(?:Posix|Windows|Pure)?Path|OrderedDict|dict|list|str|int|float)\s{0,10}(?=\()/y;
const functionName = /[A-Za-z_$][\w$.]{0,80}\s{0,10}(?=\(\s*[[{])/y;
/** A text of Gemma's without quotes. */
const gemmaText = /[^,{}[\]<"]+/y;
const wordAhead = /(?:true|false|null|True|False|None)(?=\s*[,\]\s])/y;

/** Reads one JSON value from a position, strictly or with goodwill, and knows how it ended. */
class JsonReader {
  readonly text: string;
  readonly limit: number;
  readonly fuel: Fuel;
  readonly loose: boolean;
  readonly python: boolean;
  readonly keys: ReadonlySet<string> | "any";
  readonly quote: string | undefined;
  at: number;
  ending: Ending = "complete";
  last: Last = "value";
  twice: string | undefined;
  /** True once a quote or colon was supplied: then an input that runs out may have meant something else. */
  supplied = false;
  /** True once a quote was. */
  torn = false;
  /** The members before the one at hand, and its own key. */
  siblings: LooseObject = {};
  own = "";
  /** How many brackets of each kind are open, by what closes them. */
  readonly opened: Record<Closer, number> = { "}": 0, "]": 0, ")": 0 };

  constructor(text: string, at: number, settings: ReadSettings, loose: boolean) {
    this.text = text;
    this.at = at;
    this.limit = Math.min(settings.limit ?? text.length, text.length);
    this.fuel = settings.fuel ?? fuelFor(text);
    this.loose = loose;
    this.python = settings.python ?? false;
    this.keys = settings.keys ?? new Set();
    this.quote = settings.quote;
  }

  get going(): boolean {
    return this.ending === "complete";
  }

  /** The mark at hand, as JSON would write it. */
  get mark(): string {
    const char = this.at < this.limit ? (this.text[this.at] ?? "") : "";
    return this.loose ? structural(char) : char;
  }

  stop(ending: Ending): null {
    if (this.going) this.ending = ending === "open" && this.supplied ? "cut" : ending;
    return null;
  }

  /** Blanks, and comments with goodwill; true if the text is not at its end. */
  blanks(): boolean {
    this.at = (this.loose ? skipComments : skipBlanks)(this.text, this.at, this.limit);
    return this.at < this.limit;
  }

  step(): boolean {
    this.at += 1;
    return this.blanks();
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  value(place: StringPlace, depth: number): LooseValue {
    if (!this.blanks()) return this.stop("cut");
    if (depth > maximumDepth) return this.stop("broken");
    const { mark } = this;
    if (this.isRaw) return this.raw();
    if (mark === "{") return this.object(depth);
    if (mark === "[") return this.match(closingMark) ? this.stop("broken") : this.array(depth, "]");
    if (this.python && mark === "(") return this.array(depth, ")");
    if (place === "call" && mark === "`") return this.stop("broken");
    const prefix = this.loose && this.python ? this.match(stringPrefix)?.[0] : undefined;
    this.at += prefix?.length ?? 0;
    if (prefix !== undefined || mark === '"' || (this.loose && looseQuotes.includes(mark)))
      return this.string(place, depth);
    return this.scalar(place, depth);
  }

  get isRaw(): boolean {
    return this.quote !== undefined && this.text.startsWith(this.quote, this.at);
  }

  /** A text between the family's own quotes. */
  raw(): string | null {
    const { quote = "", at } = this;
    const end = this.text.indexOf(quote, at + quote.length);
    if (end < 0 || end > this.limit) return this.stop("cut");
    this.spend(end + quote.length);
    this.last = "value";
    return this.text.slice(at + quote.length, end);
  }

  scalar(place: StringPlace, depth: number): LooseValue {
    const { text, at, limit } = this;
    const wrapper = this.loose && this.match(place === "top" ? functionName : wrapperName)?.[0];
    if (wrapper) {
      this.at += wrapper.length;
      return this.array(depth, ")");
    }
    const bare = this.quote === undefined ? undefined : this.match(gemmaText)?.[0];
    // A text that holds a colon and is no time and no address: two members, or the end of one.
    if (bare !== undefined && /:(?!\/\/|\d)|(?:^|\D):\d|["`>]/.test(bare)) return this.stop("broken");
    if (bare !== undefined && at + bare.length < limit) {
      const scalar = readLooseScalar(bare.trim(), 0, bare.trim().length);
      this.spend(at + bare.length);
      return scalar?.end === bare.trim().length ? scalar.value : bare.trim();
    }
    const scalar = !this.loose
      ? readStrictScalar(text, at, limit)
      : depth > 0
        ? readUnquoted(text, at, limit, place === "object")
        : readLooseScalar(text, at, limit);
    if (!scalar) return this.stop("broken");
    this.spend(scalar.end);
    this.last = typeof scalar.value === "string" ? "word" : "value";
    // A word in front of a quote or a comment lost its own opening quote.
    if (this.last === "word" && /^\s{0,40}["'“”#/]/.test(text.slice(this.at, this.at + 42)))
      return this.stop("broken");
    if (!scalar.partial || depth === 0) return scalar.value;
    if (!scalar.number) return this.stop("cut");
    this.last = "number";
    return scalar.value;
  }

  /** Goes on at `end`, and pays for what was read. */
  spend(end: number): void {
    this.fuel.left -= end - this.at + 1;
    this.at = end;
    if (this.fuel.left < 0) this.stop("broken");
  }

  /** Whether `name` could be the next key here; `undefined` where no schema says so. */
  mayFollow(name: string): boolean | undefined {
    if (name === this.own || hasKey(this.siblings, name)) return false;
    return this.keys === "any" ? undefined : this.keys.has(name);
  }

  /** A quote was missing: once that can be told, where two are the others stand in pairs again. */
  supplyQuote(): void {
    if (this.torn) this.stop("broken");
    this.torn = true;
    this.supplied = true;
  }

  /** A string, with goodwill one that is joined of several. */
  string(place: StringPlace, depth: number): LooseValue {
    const limit = place === "key" ? Math.min(this.limit, this.at + maximumKey) : this.limit;
    const context: StringContext = { place, depth, mayFollow: (name) => this.mayFollow(name) };
    for (let joined = ""; ; ) {
      const reading = this.loose
        ? readLooseString(this.text, this.at, limit, context)
        : readStrictString(this.text, this.at, limit);
      if (!reading) return this.stop("broken");
      this.spend(reading.end);
      if (reading.supplied) this.supplyQuote();
      this.last = "value";
      joined += reading.value;
      if (!reading.ended) this.stop("cut");
      const plus = skipBlanks(this.text, this.at, this.limit);
      const next = skipBlanks(this.text, plus + 1, this.limit);
      const joins = this.loose && place !== "key" && this.going && this.text[plus] === "+";
      if (!joins || !/["']/.test(this.text[next] ?? "")) return this.ending === "broken" ? null : joined;
      this.at = next;
    }
  }

  /** A key; with goodwill, also one that lost one of its quotes. */
  key(depth: number): string | undefined {
    if (this.isRaw) return this.raw() ?? undefined;
    if (this.mark === '"' || (this.loose && looseQuotes.includes(this.mark))) {
      const unclosed = this.loose && !this.match(wholeKey) ? this.match(unclosedKey) : undefined;
      if (unclosed?.[1] !== undefined && !hasKey(this.siblings, unclosed[1])) {
        this.supplyQuote();
        this.at += unclosed[0].length;
        return unclosed[1];
      }
      const key = this.string("key", depth);
      if (this.loose && typeof key === "string" && /[\n"“”]/.test(key)) this.stop("broken");
      return typeof key === "string" && this.going ? key : undefined;
    }
    const bare = this.loose ? this.match(bareKey)?.[0] : undefined;
    if (bare === undefined) {
      this.stop("broken");
      return undefined;
    }
    this.at += bare.length;
    const name = bare.replace(/["'”]$/, "");
    if (name === bare) return name;
    this.supplyQuote();
    return this.mayFollow(name) === false ? (this.stop("broken") ?? undefined) : name;
  }

  /** Between key and value: how the member is written, `bare` without a colon, `undefined` if the input does not go on. */
  colon(mayLack: boolean): "object" | "assigned" | "bare" | undefined {
    if (!this.blanks()) this.stop("cut");
    else if (this.mark === ":") {
      this.at +=
        this.loose && this.quote === undefined && structural(this.text[this.at + 1] ?? "") === ":" ? 2 : 1;
      return "object";
    } else if (this.loose && this.mark === "=") {
      this.at += this.text[this.at + 1] === ">" ? 2 : 1;
      return "assigned";
    } else if (this.loose && mayLack && /["'“{[｛［\w.+-]/.test(this.text[this.at] ?? "")) {
      this.supplied = true;
      return "bare";
    } else this.stop("broken");
    return undefined;
  }

  object(depth: number): LooseValue {
    this.spend(this.at + 1);
    const result: LooseObject = {};
    this.opened["}"] += 1;
    if (this.empty("}")) return result;
    if (this.loose && this.mark === "{") {
      // `{{…}}`, as in templates.
      const inner = this.object(depth + 1);
      if (this.going && !this.blanks()) this.stop("open");
      else if (this.going) this.close("}");
      return inner;
    }
    if (this.loose && this.mark === ",") this.step();
    return this.empty("}") ? result : this.members(result, depth);
  }

  /** Behind an opening bracket: true if nothing is inside. */
  empty(closer: Closer): boolean {
    const more = this.blanks();
    this.last = more ? "value" : "comma";
    if (!more) this.stop("open");
    else if (this.mark === closer) this.close(closer);
    else return false;
    return true;
  }

  close(closer: Closer): void {
    if (this.mark !== closer) this.stop("broken");
    this.opened[closer] -= 1;
    this.at += 1;
  }

  members(result: LooseObject, depth: number): LooseObject {
    const more = () => this.isRaw || looseQuotes.includes(this.mark || " ") || keyFollows(this.text, this.at);
    do {
      const quoted = looseQuotes.includes(this.mark || " ");
      this.siblings = result;
      this.own = "";
      const key = this.key(depth + 1);
      const written = key === undefined ? undefined : this.colon(quoted && this.mayFollow(key) !== false);
      if (key === undefined || written === undefined) return result;
      this.own = key;
      const read = this.value(written === "bare" ? "object" : written, depth + 1);
      const value = written === "bare" ? asLiteral(read) : read;
      if (this.ending === "cut") setKey(result, key, value);
      if (this.ending === "cut" || this.ending === "broken") return result;
      if (hasKey(result, key) && !sameValue(result[key], value)) {
        this.twice ??= key;
        this.stop("broken");
        return result;
      }
      setKey(result, key, value);
    } while (this.going && this.separator("}", more));
    return result;
  }

  array(depth: number, closer: Closer): LooseValue {
    this.spend(this.at + 1);
    const result: LooseValue[] = [];
    this.opened[closer] += 1;
    if (this.empty(closer)) return result;
    const more = () => /["'“„‘«`{[\d-]/.test(this.mark) || this.match(wordAhead) !== undefined;
    let tuple = closer === "]";
    let joins = false;
    do {
      const value = this.value("array", depth + 1);
      const before = joins ? result.at(-1) : undefined;
      // In Python, texts behind each other are one; in a list a comma was forgotten.
      if (typeof before === "string" && typeof value === "string") result[result.length - 1] = before + value;
      else result.push(value);
      if (!this.going) return result;
      this.blanks();
      joins = closer === ")" && this.mark !== ",";
      tuple ||= this.mark === ",";
    } while (this.separator(closer, more));
    // In Python, `(1)` is 1, and only a comma makes a tuple.
    return tuple || !this.going ? result : (result[0] ?? null);
  }

  /** After a member: goes on, closes, or finds out why not. True means one more member follows. */
  separator(closer: Closer, more: () => boolean): boolean {
    if (!this.blanks()) {
      this.stop("open");
      return false;
    }
    if (this.loose && this.mark !== closer && this.skipStrayCloser()) {
      this.stop("open");
      return false;
    }
    const separates = this.mark;
    if (separates === "," || (this.loose && separates === ";")) {
      do this.step();
      while (this.loose && closer === "}" && this.mark === ",");
      if (this.at >= this.limit) {
        this.last = "comma";
        this.stop("open");
        return false;
      }
      if (this.mark !== closer && (separates === "," || more())) return true;
      if (!this.loose) this.stop("broken");
    }
    if (this.mark === closer) {
      this.close(closer);
      return false;
    }
    if (this.loose && more()) return true;
    const { mark } = this;
    if (this.loose && (mark === "}" || mark === "]" || mark === ")") && this.opened[mark] > 0) {
      // It closes a bracket further out: only the closer of this one is missing.
      this.opened[closer] -= 1;
      return false;
    }
    const boundary = /^(?:<\/?(?:[|｜a-zA-Z]|$)|```|\[[A-Z/]|;)/.test(this.text.slice(this.at, this.at + 3));
    this.stop(this.loose && boundary ? "open" : "broken");
    return false;
  }

  /** True behind a closing bracket that ends the text in place of another; one that stands there twice is passed over. */
  skipStrayCloser(): boolean {
    const { mark, text, at } = this;
    if ((mark !== "}" && mark !== "]") || this.opened[mark] > 0) return false;
    const next = skipBlanks(text, at + 1, this.limit);
    const twice = text
      .slice(Math.max(0, at - 40), at)
      .trimEnd()
      .endsWith(mark);
    if (next >= this.limit) return true;
    if (twice && ",}]".includes(structural(text[next] ?? ""))) this.at = next;
    return false;
  }

  reading(value: LooseValue): JsonReading {
    const { at: end, ending, last, twice } = this;
    const reading: JsonReading = { value, end, ending, last };
    if (twice !== undefined) reading.twice = twice;
    if (!this.loose && ending === "complete") reading.strict = true;
    return reading;
  }
}

function run(
  text: string,
  at: number,
  settings: ReadSettings,
  loose: boolean,
  place: StringPlace,
): JsonReading {
  const reader = new JsonReader(text, at, settings, loose);
  return reader.reading(reader.value(place, place === "call" ? 1 : 0));
}

/** Reads the JSON value at `at`: exactly if it is valid, else as it was plainly meant. Never throws. */
export function readJson(text: string, at: number, settings: ReadSettings = {}): JsonReading {
  const strict = run(text, at, settings, false, "top");
  return strict.ending === "complete" ? strict : run(text, at, settings, true, "top");
}

/** Reads one argument of a Python call. */
export function readPythonValue(text: string, at: number, settings: ReadSettings): JsonReading {
  return run(text, at, { ...settings, python: true }, true, "call");
}

/** Reads an object whose texts stand between `quote`. */
export function readQuoted(
  text: string,
  at: number,
  settings: ReadSettings & { quote: string },
): JsonReading {
  return run(text, at, settings, true, "top");
}

/** Reads the members of an object whose opening brace is missing. */
export function readMembers(text: string, at: number, settings: ReadSettings): JsonReading {
  const reader = new JsonReader(text, at, settings, true);
  reader.blanks();
  return reader.reading(reader.members({}, 0));
}
