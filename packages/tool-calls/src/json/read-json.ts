import { matchAt } from "../match-at.ts";
import { type Fuel, fuelFor, skipBlanks, skipComments, structural } from "./blanks.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "./loose-value.ts";
import { keyFollows, readLooseScalar, readStrictScalar, readUnquoted } from "./read-scalar.ts";
import { looseQuotes, readLooseString, readStrictString, type StringPlace } from "./read-string.ts";

/** `open` if only closing brackets are missing; `cut` inside a string, key or word or before a value; `broken` if repair is impossible. */
type Ending = "complete" | "open" | "cut" | "broken";

/** The last token of an `open` reading: a value, a comma, a number that may have had more digits, or an unquoted word. */
export type Last = "value" | "comma" | "number" | "word";

/** `twice`: a key that occurred twice in one object with different values; `strict`: it is valid JSON, nothing was repaired. */
export type JsonReading = {
  value: LooseValue;
  end: number;
  ending: Ending;
  last: Last;
  twice?: string | undefined;
  strict: boolean;
};

export type ReadSettings = { limit?: number; fuel?: Fuel; python?: boolean };

type Closer = "}" | "]" | ")";

const maximumDepth = 200;
const maximumKey = 1000;
const bareKey = /[\p{L}_$][\p{L}\p{M}\p{N}_$.-]*|\d{1,15}(?=\s{0,40}[:：])/uy;
/** String prefixes in Python. */
const stringPrefix = /[rRfFbBuU]{1,2}(?=["'])/y;
const keyword = /[\p{L}_][\p{L}\p{M}\p{N}_]{0,80}\s*=(?!=)/uy;
const itemAhead = /["'“„‘«`{[\d-]|(?:true|false|null|True|False|None)(?=\s*[,\]\s])/y;
/** What may follow a call: a mark, a fence. */
const boundary = /<\/?(?:[|｜a-zA-Z]|$)|```|\[[A-Z/]|;|[}\]]\s*$/y;

/** Reads one JSON value from a position, strictly or leniently, and records how it ended. */
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

  get mark(): string {
    const char = this.at < this.limit ? (this.text[this.at] ?? "") : "";
    return this.loose ? structural(char) : char;
  }

  get isQuote(): boolean {
    return this.mark === '"' || (this.loose && this.mark !== "" && looseQuotes.includes(this.mark));
  }

  stop(ending: Ending): null {
    if (this.going) this.ending = ending;
    return null;
  }

  /** Skips blanks and, if lenient, comments; returns whether text remains. */
  blanks(): boolean {
    this.at = (this.loose ? skipComments : skipBlanks)(this.text, this.at, this.limit);
    return this.at < this.limit;
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    return matchAt(pattern, this.text, this.at);
  }

  /** Moves to `end` and charges its length to the fuel. */
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
    if (mark === "{") return this.object(depth);
    if (mark === "[") return this.array(depth, "]");
    if (python && mark === "(") return this.array(depth, ")");
    if (place === "call" && mark === "`") return this.stop("broken");
    const prefix = this.loose && python ? this.match(stringPrefix) : undefined;
    this.at += prefix?.[0].length ?? 0;
    return this.isQuote ? this.string(place, depth) : this.scalar(place, depth);
  }

  scalar(place: StringPlace, depth: number): LooseValue {
    const { text, at, limit } = this;
    const scalar = !this.loose
      ? readStrictScalar(text, at, limit)
      : depth > 0
        ? readUnquoted(text, at, limit, place === "object")
        : readLooseScalar(text, at, limit);
    if (!scalar) return this.stop("broken");
    this.spend(scalar.end);
    this.last = typeof scalar.value === "string" ? "word" : "value";
    // A word in Python is a variable, and the families' own readers accept literals alone.
    if (place === "call" && this.last === "word") return this.stop("broken");
    if (scalar.partial && depth > 0) {
      if (!scalar.number) return this.stop("cut");
      this.last = "number";
    }
    return scalar.value;
  }

  /** A string; leniently also several concatenated ones. */
  string(place: StringPlace, depth: number): string | null {
    const limit = place === "key" ? Math.min(this.limit, this.at + maximumKey) : this.limit;
    for (let joined = ""; ; ) {
      const reading = this.loose
        ? readLooseString(this.at, { text: this.text, limit, place, depth })
        : readStrictString(this.text, this.at, limit);
      if (!reading) return this.stop("broken");
      this.spend(reading.end);
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

  key(depth: number): string | undefined {
    if (this.isQuote) {
      const key = this.string("key", depth);
      if (this.loose && key !== null && /[\n"“”]/.test(key)) this.stop("broken");
      return key !== null && this.going ? key : undefined;
    }
    const [bare] = (this.loose && this.match(bareKey)) || [];
    if (bare === undefined) this.stop("broken");
    this.at += bare?.length ?? 0;
    return bare;
  }

  /** The separator between key and value: the member's syntax; `undefined` if the input ends. */
  colon(): "object" | "assigned" | undefined {
    if (!this.blanks()) this.stop("cut");
    else if (this.mark === ":") {
      this.at += 1;
      return "object";
    } else if (this.loose && this.mark === "=") {
      this.at += this.text[this.at + 1] === ">" ? 2 : 1;
      return "assigned";
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
    return this.members(result, depth);
  }

  /** Skips an opening bracket; returns whether it is empty. */
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

  members(result: LooseObject, depth: number, closer: Closer = "}"): LooseObject {
    const more = () => closer === "}" && (this.isQuote || keyFollows(this.text, this.at));
    do {
      const key = this.key(depth + 1);
      const written = key === undefined ? undefined : this.colon();
      if (key === undefined || written === undefined) return result;
      const value = this.value(closer === ")" ? "call" : written, depth + 1);
      if (this.ending === "broken") return result;
      if (this.ending !== "cut" && hasKey(result, key) && !sameValue(result[key], value)) {
        this.twice ??= key;
        this.stop("broken");
        return result;
      }
      setKey(result, key, value);
    } while (this.going && this.separator(closer, more));
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
      // Adjacent strings are concatenated in Python; in a list a comma was omitted.
      if (typeof before === "string" && typeof value === "string") result[result.length - 1] = before + value;
      else result.push(value);
      if (!this.going) return result;
      this.blanks();
      joins = closer === ")" && this.mark !== ",";
      isList ||= this.mark === ",";
    } while (this.separator(closer, () => this.match(itemAhead) !== undefined));
    // `(1)` is 1 in Python, and only a comma makes a tuple.
    return isList || !this.going ? result : (result[0] ?? null);
  }

  /** After a member: continues, closes, or finds the error. Returns whether another member follows. */
  separator(closer: Closer, more: () => boolean): boolean {
    const ended = !this.blanks();
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

  reading(value: LooseValue): JsonReading {
    const { at: end, ending, last, twice, loose } = this;
    return { value, end, ending, last, twice, strict: !loose && ending === "complete" };
  }
}

function run(text: string, at: number, settings: ReadSettings, loose: boolean): JsonReading {
  const reader = new JsonReader(text, at, settings, loose);
  return reader.reading(reader.value("top", 0));
}

/** Reads the JSON value at `at`: exactly if it is valid, else with unambiguous repairs. Never throws. */
export function readJson(text: string, at: number, settings: ReadSettings = {}): JsonReading {
  const strict = run(text, at, settings, false);
  return strict.strict ? strict : run(text, at, settings, true);
}

/** The arguments of a Python call, after its opening parenthesis: named arguments, or a list of positional ones. */
export function readPythonArguments(text: string, at: number, settings: ReadSettings): JsonReading {
  const reader = new JsonReader(text, at, { ...settings, python: true }, true);
  reader.opened[")"] += 1;
  if (reader.isEmpty(")")) return reader.reading({});
  if (reader.match(keyword)) return reader.reading(reader.members({}, 0, ")"));
  const values: LooseValue[] = [];
  do values.push(reader.value("call", 1));
  while (reader.going && reader.separator(")", () => false));
  return reader.reading(values);
}

/** Reads the members of an object without its opening brace. */
export function readMembers(text: string, at: number, settings: ReadSettings): JsonReading {
  const reader = new JsonReader(text, at, settings, true);
  reader.blanks();
  return reader.reading(reader.members({}, 0));
}
