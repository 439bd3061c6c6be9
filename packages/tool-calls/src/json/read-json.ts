import { type Fuel, fuelFor, skipBlanks, skipComments, structural } from "./blanks.ts";
import { asLiteral, hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "./loose-value.ts";
import { keyFollows, readLooseScalar, readStrictScalar, readUnquoted } from "./read-scalar.ts";
import { looseQuotes, readLooseString, readStrictString, type StringPlace } from "./read-string.ts";

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
  twice?: string | undefined;
  strict: boolean;
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
const itemAhead = /["'“„‘«`{[\d-]|(?:true|false|null|True|False|None)(?=\s*[,\]\s])/y;
/** What stands behind a call: a mark, a fence. */
const boundary = /<\/?(?:[|｜a-zA-Z]|$)|```|\[[A-Z/]|;/y;

/** Reads one JSON value from a position, strictly or with goodwill, and knows how it ended. */
class JsonReader {
  readonly text: string;
  readonly settings: ReadSettings;
  readonly loose: boolean;
  readonly limit: number;
  readonly fuel: Fuel;
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
    this.settings = settings;
    this.loose = loose;
    this.limit = Math.min(settings.limit ?? text.length, text.length);
    this.fuel = settings.fuel ?? fuelFor(text);
  }

  get going(): boolean {
    return this.ending === "complete";
  }

  /** The mark at hand, as JSON would write it. */
  get mark(): string {
    const char = this.at < this.limit ? (this.text[this.at] ?? "") : "";
    return this.loose ? structural(char) : char;
  }

  get isQuote(): boolean {
    return this.mark === '"' || (this.loose && this.mark !== "" && looseQuotes.includes(this.mark));
  }

  get isRaw(): boolean {
    const { quote } = this.settings;
    return quote !== undefined && this.text.startsWith(quote, this.at);
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

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** Goes on at `end`, and pays for what was read. */
  spend(end: number): void {
    this.fuel.left -= end - this.at + 1;
    this.at = end;
    if (this.fuel.left < 0) this.stop("broken");
  }

  value(place: StringPlace, depth: number): LooseValue {
    const { python = false } = this.settings;
    if (!this.blanks()) return this.stop("cut");
    if (depth > maximumDepth) return this.stop("broken");
    const { mark } = this;
    if (this.isRaw) return this.raw();
    if (mark === "{") return this.object(depth);
    if (mark === "[") return this.match(closingMark) ? this.stop("broken") : this.array(depth, "]");
    if (python && mark === "(") return this.array(depth, ")");
    if (place === "call" && mark === "`") return this.stop("broken");
    const prefix = this.loose && python ? this.match(stringPrefix) : undefined;
    this.at += prefix?.[0].length ?? 0;
    return this.isQuote ? this.string(place, depth) : this.scalar(place, depth);
  }

  /** A text between the family's own quotes. */
  raw(): string | null {
    const { at, text, limit } = this;
    const { quote = "" } = this.settings;
    const end = text.indexOf(quote, at + quote.length);
    if (end < 0 || end > limit) return this.stop("cut");
    this.spend(end + quote.length);
    this.last = "value";
    return text.slice(at + quote.length, end);
  }

  scalar(place: StringPlace, depth: number): LooseValue {
    const { text, at, limit } = this;
    const wrapper = this.loose && this.match(place === "top" ? functionName : wrapperName)?.[0];
    if (wrapper) {
      this.at += wrapper.length;
      return this.array(depth, ")");
    }
    const bare = this.settings.quote === undefined ? undefined : this.match(gemmaText)?.[0];
    // A text that holds a colon and is no time and no address: two members, or the end of one.
    if (bare !== undefined && /:(?!\/\/|\d)|(?:^|\D):\d|["`>]/.test(bare)) return this.stop("broken");
    if (bare !== undefined && at + bare.length < limit) {
      const word = bare.trim();
      const scalar = readLooseScalar(word, 0, word.length);
      this.spend(at + bare.length);
      return scalar?.end === word.length ? scalar.value : word;
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
    if (scalar.partial && depth > 0) {
      if (!scalar.number) return this.stop("cut");
      this.last = "number";
    }
    return scalar.value;
  }

  /** Whether `name` could be the next key here; `undefined` where no schema says so. */
  mayFollow(name: string): boolean | undefined {
    const { keys } = this.settings;
    if (name === this.own || hasKey(this.siblings, name)) return false;
    return keys === "any" ? undefined : (keys?.has(name) ?? false);
  }

  /** A quote was missing: once that can be told, where two are the others stand in pairs again. */
  supplyQuote(): void {
    if (this.torn) this.stop("broken");
    this.torn = true;
    this.supplied = true;
  }

  /** A string, with goodwill one that is joined of several. */
  string(place: StringPlace, depth: number): string | null {
    const limit = place === "key" ? Math.min(this.limit, this.at + maximumKey) : this.limit;
    const context = { place, depth, mayFollow: (name: string) => this.mayFollow(name) };
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
    if (this.isQuote) {
      const [unclosed, name] = (this.loose && !this.match(wholeKey) && this.match(unclosedKey)) || [];
      if (unclosed !== undefined && name !== undefined && !hasKey(this.siblings, name)) {
        this.supplyQuote();
        this.at += unclosed.length;
        return name;
      }
      const key = this.string("key", depth);
      if (this.loose && key !== null && /[\n"“”]/.test(key)) this.stop("broken");
      return key !== null && this.going ? key : undefined;
    }
    const [bare] = (this.loose && this.match(bareKey)) || [];
    const name = bare?.replace(/["'”]$/, "");
    this.at += bare?.length ?? 0;
    if (name !== bare) this.supplyQuote();
    if (name === undefined || (name !== bare && this.mayFollow(name) === false)) this.stop("broken");
    return this.going || name === bare ? name : undefined;
  }

  /** Between key and value: how the member is written, `bare` without a colon, `undefined` if the input does not go on. */
  colon(mayLack: boolean): "object" | "assigned" | "bare" | undefined {
    const { text } = this;
    if (!this.blanks()) this.stop("cut");
    else if (this.mark === ":") {
      const isDoubled =
        this.loose && this.settings.quote === undefined && structural(text[this.at + 1] ?? "") === ":";
      this.at += isDoubled ? 2 : 1;
      return "object";
    } else if (this.loose && this.mark === "=") {
      this.at += text[this.at + 1] === ">" ? 2 : 1;
      return "assigned";
    } else if (this.loose && mayLack && /["'“{[｛［\w.+-]/.test(text[this.at] ?? "")) {
      this.supplied = true;
      return "bare";
    } else this.stop("broken");
    return undefined;
  }

  object(depth: number): LooseValue {
    const result: LooseObject = {};
    if (this.enter("}")) return result;
    if (this.loose && this.mark === "{") {
      // `{{…}}`, as in templates.
      const inner = this.object(depth + 1);
      if (this.going && !this.blanks()) this.stop("open");
      else if (this.going) this.close("}");
      return inner;
    }
    if (this.loose && this.mark === ",") {
      this.at += 1;
      if (this.isEmpty("}")) return result;
    }
    return this.members(result, depth);
  }

  /** Steps over an opening bracket; true if nothing is inside. */
  enter(closer: Closer): boolean {
    this.spend(this.at + 1);
    this.opened[closer] += 1;
    return this.isEmpty(closer);
  }

  isEmpty(closer: Closer): boolean {
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
    const more = () => this.isRaw || this.isQuote || keyFollows(this.text, this.at);
    do {
      const { isQuote } = this;
      this.siblings = result;
      this.own = "";
      const key = this.key(depth + 1);
      const written = key === undefined ? undefined : this.colon(isQuote && this.mayFollow(key) !== false);
      if (key === undefined || written === undefined) return result;
      this.own = key;
      const read = this.value(written === "bare" ? "object" : written, depth + 1);
      const value = written === "bare" ? asLiteral(read) : read;
      if (this.ending === "broken") return result;
      if (this.ending !== "cut" && hasKey(result, key) && !sameValue(result[key], value)) {
        this.twice ??= key;
        this.stop("broken");
        return result;
      }
      setKey(result, key, value);
    } while (this.going && this.separator("}", more));
    return result;
  }

  array(depth: number, closer: Closer): LooseValue {
    const result: LooseValue[] = [];
    if (this.enter(closer)) return result;
    let isList = closer === "]";
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
      isList ||= this.mark === ",";
    } while (this.separator(closer, () => this.match(itemAhead) !== undefined));
    // In Python, `(1)` is 1, and only a comma makes a tuple.
    return isList || !this.going ? result : (result[0] ?? null);
  }

  /** After a member: goes on, closes, or finds out why not. True means one more member follows. */
  separator(closer: Closer, more: () => boolean): boolean {
    const ended = !this.blanks() || (this.loose && this.mark !== closer && this.skipStrayCloser());
    const { mark } = this;
    if (!ended && (mark === "," || (this.loose && mark === ";"))) {
      do {
        this.at += 1;
        this.blanks();
      } while (this.loose && closer === "}" && this.mark === ",");
      if (this.at < this.limit && this.mark !== closer && (mark === "," || more())) return true;
      if (this.at >= this.limit) this.last = "comma";
      else if (!this.loose) this.stop("broken");
    }
    if (ended || this.at >= this.limit) this.stop("open");
    else if (this.mark === closer) this.close(closer);
    else if (this.loose && more()) return true;
    else if (this.loose && this.opened[this.mark as Closer] > 0) this.opened[closer] -= 1;
    else this.stop(this.loose && this.match(boundary) ? "open" : "broken");
    return false;
  }

  /** True behind a closing bracket that ends the text in place of another; one that stands there twice is passed over. */
  skipStrayCloser(): boolean {
    const { mark, text, at } = this;
    if ((mark !== "}" && mark !== "]") || this.opened[mark] > 0) return false;
    const next = skipBlanks(text, at + 1, this.limit);
    const before = text.slice(Math.max(0, at - 40), at).trimEnd();
    if (next < this.limit && before.endsWith(mark) && ",}]".includes(structural(text[next] ?? "")))
      this.at = next;
    return next >= this.limit;
  }

  reading(value: LooseValue): JsonReading {
    const { at: end, ending, last, twice, loose } = this;
    return { value, end, ending, last, twice, strict: !loose && ending === "complete" };
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
  return strict.strict ? strict : run(text, at, settings, true, "top");
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
