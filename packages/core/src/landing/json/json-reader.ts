import { type Fuel, skipBlanks, skipComments } from "./blanks.ts";
import { atBoundary, bareKeyFollows, type Place } from "./closing-quote.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "./loose-value.ts";
import { readLooseScalar, readStrictScalar } from "./read-scalar.ts";
import { readLooseString, readStrictString, type StringReading } from "./read-string.ts";

/**
 * How a reading ended: `complete`; `open` if only closing brackets are missing; `cut` if the input ran out inside a
 * string, a key, a word or before a value; `broken` if it is no JSON even with goodwill.
 */
export type Ending = "complete" | "open" | "cut" | "broken";

export type JsonReading = { value: LooseValue; end: number; ending: Ending; last: Last };

/** What stood last in an `open` reading: a value, a comma after it, or a number that may have had more digits. */
export type Last = "value" | "comma" | "number";

const maximumDepth = 200;
const maximumKey = 1000;
const looseQuotes = "\"'“”„‘’`";
const stringPrefix = /[rRfFbBuU]{1,2}(?=["'])/y;
const looseKey = /[A-Za-z_$][\w$.-]*/y;

/** Reads one JSON value from a position, strictly or with goodwill, and knows how it ended. */
export class JsonReader {
  readonly text: string;
  readonly limit: number;
  readonly fuel: Fuel;
  readonly loose: boolean;
  readonly python: boolean;
  at: number;
  ending: Ending = "complete";
  last: Last = "value";
  /** How the member at hand was written; it decides what may follow its value. */
  member: "object" | "assigned" = "object";

  constructor(text: string, at: number, limit: number, fuel: Fuel, loose: boolean, python: boolean) {
    this.text = text;
    this.at = at;
    this.limit = limit;
    this.fuel = fuel;
    this.loose = loose;
    this.python = python;
  }

  get going() {
    return this.ending === "complete";
  }

  stop(ending: Ending): null {
    if (this.going) this.ending = ending;
    return null;
  }

  blanks(): void {
    this.at = (this.loose ? skipComments : skipBlanks)(this.text, this.at, this.limit);
  }

  spend(from: number): void {
    this.fuel.left -= this.at - from + 1;
    if (this.fuel.left < 0) this.stop("broken");
  }

  value(place: Place, depth: number): LooseValue {
    this.blanks();
    if (this.at >= this.limit) return this.stop("cut");
    if (depth > maximumDepth) return this.stop("broken");
    const from = this.at;
    const char = this.text[this.at] ?? "";
    if (char === "{") return this.object(depth);
    if (char === "[" || (this.python && char === "(")) return this.array(depth, char === "[" ? "]" : ")");
    if (char === '"' || (this.loose && looseQuotes.includes(char))) return this.string(place, depth);
    if (this.loose && this.python) {
      stringPrefix.lastIndex = this.at;
      const prefix = stringPrefix.exec(this.text)?.[0];
      if (prefix) {
        this.at += prefix.length;
        return this.string(place, depth);
      }
    }
    const scalar = this.loose
      ? readLooseScalar(this.text, this.at, this.limit)
      : readStrictScalar(this.text, this.at, this.limit);
    if (!scalar) return this.stop("broken");
    this.at = scalar.end;
    this.spend(from);
    if (scalar.partial && depth > 0) {
      if (!scalar.number) return this.stop("cut");
      this.last = "number";
    } else {
      this.last = "value";
    }
    return scalar.value;
  }

  string(place: Place, depth: number): LooseValue {
    const from = this.at;
    const limit = place === "key" ? Math.min(this.limit, this.at + maximumKey) : this.limit;
    let reading: StringReading | undefined = this.loose
      ? readLooseString(this.text, this.at, limit, place, depth)
      : readStrictString(this.text, this.at, this.limit);
    if (!reading) return this.stop("broken");
    let joined = reading.value;
    this.at = reading.end;
    this.spend(from);
    while (this.loose && reading.ended && place !== "key" && this.going) {
      const plus = skipBlanks(this.text, this.at, this.limit);
      const next = skipBlanks(this.text, plus + 1, this.limit);
      if (this.text[plus] !== "+" || !`"'`.includes(this.text[next] ?? " ")) break;
      reading = readLooseString(this.text, next, this.limit, place, depth);
      joined += reading.value;
      this.at = reading.end;
      this.spend(next);
    }
    this.last = "value";
    if (!reading.ended) this.stop("cut");
    return joined;
  }

  /** After a member: goes on, closes, or finds out why not. True means one more member follows. */
  separator(closer: string, more: () => boolean): boolean {
    this.blanks();
    if (this.at >= this.limit) {
      this.stop("open");
      return false;
    }
    const char = this.text[this.at] ?? "";
    if (char === ",") {
      do {
        this.at += 1;
        this.blanks();
      } while (this.loose && closer === "}" && this.text[this.at] === ",");
      if (this.at >= this.limit) {
        this.last = "comma";
        this.stop("open");
        return false;
      }
      if (this.loose && this.text[this.at] === closer) {
        this.at += 1;
        return false;
      }
      return true;
    }
    if (char === closer) {
      this.at += 1;
      return false;
    }
    if (this.loose && more()) return true;
    if (this.loose && "}])".includes(char)) return false;
    if (this.loose && atBoundary(this.text, this.at)) this.stop("open");
    else this.stop("broken");
    return false;
  }

  key(depth: number): string | undefined {
    const char = this.text[this.at] ?? "";
    if (char === '"' || (this.loose && looseQuotes.includes(char))) {
      const key = this.string("key", depth);
      return typeof key === "string" && this.going ? key : undefined;
    }
    looseKey.lastIndex = this.at;
    const bare = this.loose ? looseKey.exec(this.text)?.[0] : undefined;
    if (bare === undefined) {
      this.stop("broken");
      return undefined;
    }
    this.at += bare.length;
    if (this.at >= this.limit) this.stop("cut");
    return bare;
  }

  /** Between key and value, `member` telling how it was written; false if the input does not go on. */
  colon(): boolean {
    this.blanks();
    if (this.at >= this.limit) this.stop("cut");
    else if (this.text[this.at] === ":") this.at += 1;
    else if (this.loose && this.text[this.at] === "=") {
      this.at += this.text[this.at + 1] === ">" ? 2 : 1;
      this.member = "assigned";
    } else this.stop("broken");
    return this.going;
  }

  /** Behind an opening bracket: true if nothing is inside. */
  empty(closer: string): boolean {
    this.last = this.at >= this.limit ? "comma" : "value";
    if (this.at >= this.limit) this.stop("open");
    else if (this.text[this.at] === closer) this.at += 1;
    else return false;
    return true;
  }

  object(depth: number): LooseValue {
    this.at += 1;
    this.blanks();
    const result: LooseObject = {};
    if (this.empty("}")) return result;
    if (this.loose && this.text[this.at] === "{") return this.doubled(depth);
    if (this.loose && this.text[this.at] === ",") this.at += 1;
    return this.members(result, depth);
  }

  /** `{{…}}`, as in templates. */
  doubled(depth: number): LooseValue {
    const inner = this.object(depth + 1);
    if (!this.going) return inner;
    this.blanks();
    if (this.at >= this.limit) this.stop("open");
    else if (this.text[this.at] === "}") this.at += 1;
    else this.stop("broken");
    return inner;
  }

  members(result: LooseObject, depth: number): LooseObject {
    const more = () => looseQuotes.includes(this.text[this.at] ?? " ") || bareKeyFollows(this.text, this.at);
    do {
      const key = this.key(depth + 1);
      this.member = "object";
      if (key === undefined || !this.colon()) return result;
      const value = this.value(this.member, depth + 1);
      if (this.ending === "cut") setKey(result, key, value);
      if (this.ending === "cut" || this.ending === "broken") return result;
      if (this.loose && hasKey(result, key) && !sameValue(result[key], value)) {
        this.stop("broken");
        return result;
      }
      setKey(result, key, value);
      if (!this.going) return result;
    } while (this.separator("}", more));
    return result;
  }

  array(depth: number, closer: string): LooseValue {
    this.at += 1;
    this.blanks();
    const result: LooseValue[] = [];
    if (this.empty(closer)) return result;
    const more = () => `"'{[`.includes(this.text[this.at] ?? " ");
    do {
      const value = this.value("array", depth + 1);
      if (this.ending === "cut") result.push(value);
      if (this.ending === "cut" || this.ending === "broken") return result;
      result.push(value);
      if (!this.going) return result;
    } while (this.separator(closer, more));
    return result;
  }
}
