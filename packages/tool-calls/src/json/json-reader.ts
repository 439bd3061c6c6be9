import { closingMark, functionName, readUnquoted, wrapperName } from "./bare-text.ts";
import { skipBlanks } from "./blanks.ts";
import { bareKeyFollows, type StringPlace } from "./closing-quote.ts";
import { type Closer, JsonCursor } from "./json-cursor.ts";
import { looseKey, looseQuotes, strayQuote, unclosedKey, wholeKey } from "./key-forms.ts";
import { asLiteral, hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "./loose-value.ts";
import { endsInKey } from "./lost-quote.ts";
import { readLooseScalar, readStrictScalar } from "./read-scalar.ts";
import { readLooseString, readStrictString, type StringContext, stringPrefix } from "./read-string.ts";
import { structural } from "./structural.ts";

const maximumDepth = 200;
const maximumKey = 1000;
const wordAhead = /(?:true|false|null|True|False|None)(?=\s*[,\]\s])/y;
const valueAhead = /["'“{[｛［\w.+-]/;

/** Reads one JSON value from a position, strictly or with goodwill, and knows how it ended. */
export class JsonReader extends JsonCursor {
  twice: string | undefined;
  /** How the member at hand was written; it decides what may follow its value. */
  member: "object" | "assigned" = "object";
  /** True once a colon was missing. */
  colonless = false;
  /** True if the list read last was one: a comma makes a tuple of brackets. */
  tuple = false;

  value(place: StringPlace, depth: number): LooseValue {
    this.blanks();
    if (this.ended) return this.stop("cut");
    if (depth > maximumDepth) return this.stop("broken");
    const mark = this.mark;
    if (mark === "{") return this.object(depth);
    if (mark === "[") return this.match(closingMark) ? this.stop("broken") : this.array(depth, "]");
    if (this.python && mark === "(") return this.array(depth, ")");
    if (place === "call" && mark === "`") return this.stop("broken");
    if (mark === '"' || (this.loose && looseQuotes.includes(mark))) return this.string(place, depth);
    const prefix = this.loose && this.python ? this.match(stringPrefix)?.[0] : undefined;
    if (prefix === undefined) return this.scalar(place, depth);
    this.at += prefix.length;
    return this.string(place, depth);
  }

  /** `NumberLong(3)` is 3, and a whole text may be wrapped in any call. */
  wrapped(wrapper: string, depth: number): LooseValue {
    this.at += wrapper.length;
    const inside = this.array(depth, ")");
    return Array.isArray(inside) && this.tuple ? this.stop("broken") : inside;
  }

  scalar(place: StringPlace, depth: number): LooseValue {
    const from = this.at;
    const wrapper = this.loose && this.match(place === "top" ? functionName : wrapperName)?.[0];
    if (wrapper) return this.wrapped(wrapper, depth);
    const scalar =
      this.loose && depth > 0
        ? readUnquoted(this.text, this.at, this.limit, place === "object")
        : (this.loose ? readLooseScalar : readStrictScalar)(this.text, this.at, this.limit);
    if (!scalar) return this.stop("broken");
    this.at = scalar.end;
    this.spend(from);
    this.last = "value";
    this.word = typeof scalar.value === "string";
    // A word in front of a quote or comment lost its own opening quote.
    if (typeof scalar.value === "string" && /^\s{0,40}["'“”#/]/.test(this.text.slice(this.at, this.at + 42)))
      return this.stop("broken");
    if (!scalar.partial || depth === 0) return scalar.value;
    if (!scalar.number) return this.stop("cut");
    this.last = "number";
    return scalar.value;
  }

  /** One string literal; "" and a stop if it is none. Says whether its end was there. */
  literal(place: StringPlace, depth: number): { value: string; ended: boolean } {
    const from = this.at;
    const limit = place === "key" ? Math.min(this.limit, this.at + maximumKey) : this.limit;
    const mayFollow = (name: string) => this.mayFollow(name);
    const context: StringContext = {
      place,
      depth,
      mayFollow,
      colonless: this.colonless,
      keyQuote: this.keyQuote,
    };
    const reading = this.loose
      ? readLooseString(this.text, this.at, limit, context)
      : readStrictString(this.text, this.at, this.limit);
    if (!reading) {
      this.stop("broken");
      return { value: "", ended: false };
    }
    this.at = reading.end;
    this.word = false;
    this.spend(from, reading.read);
    if (reading.read !== undefined) this.supplied = true;
    return reading;
  }

  string(place: StringPlace, depth: number): LooseValue {
    let reading = this.literal(place, depth);
    let joined = reading.value;
    while (this.loose && reading.ended && place !== "key" && this.going) {
      const plus = skipBlanks(this.text, this.at, this.limit);
      const next = skipBlanks(this.text, plus + 1, this.limit);
      if (this.text[plus] !== "+" || !`"'`.includes(this.text[next] ?? " ")) break;
      this.at = next;
      reading = this.literal(place, depth);
      joined += reading.value;
    }
    this.last = "value";
    if (!reading.ended) this.stop("cut");
    return this.ending === "broken" ? null : joined;
  }

  /** A key; with goodwill, also one that lost one of its quotes. */
  key(depth: number): string | undefined {
    if (this.mark === '"' || (this.loose && looseQuotes.includes(this.mark))) {
      const unclosed = this.loose && !this.match(wholeKey) ? this.match(unclosedKey) : undefined;
      if (unclosed?.[1] !== undefined && this.mayFollow(unclosed[1]) !== false) {
        this.supplied = true;
        this.at += unclosed[0].length;
        return unclosed[1];
      }
      const key = this.string("key", depth);
      if (unclosed && this.going) this.stop("broken");
      if (this.loose && typeof key === "string" && /[\n"“”]/.test(key)) this.stop("broken");
      return typeof key === "string" && this.going ? key : undefined;
    }
    const bare = this.loose ? this.match(looseKey)?.[0] : undefined;
    if (bare === undefined) {
      this.stop("broken");
      return undefined;
    }
    this.at += bare.length;
    const stray = this.match(strayQuote);
    if (stray) this.at += stray[0].length;
    if (this.ended) this.stop("cut");
    return bare;
  }

  /** Between key and value, `member` telling how it was written; false if the input does not go on. */
  colon(quoted: boolean): boolean {
    this.blanks();
    if (this.ended) this.stop("cut");
    else if (this.mark === ":") {
      this.at += 1;
      if (this.loose && this.mark === ":") this.at += 1;
    } else if (this.loose && this.mark === "=") {
      this.at += this.text[this.at + 1] === ">" ? 2 : 1;
      this.member = "assigned";
    } else if (this.loose && quoted && valueAhead.test(this.text[this.at] ?? "")) {
      this.supplied = true;
      this.colonless = true;
    } else this.stop("broken");
    return this.going;
  }

  object(depth: number): LooseValue {
    const from = this.at;
    this.at += 1;
    this.blanks();
    this.spend(from);
    const result: LooseObject = {};
    this.opened["}"] += 1;
    if (this.empty("}")) return result;
    if (this.loose && this.mark === "{") return this.doubled(depth);
    if (this.loose && this.mark === ",") {
      this.at += 1;
      this.blanks();
      if (this.empty("}")) return result;
    }
    return this.members(result, depth);
  }

  /** `{{…}}`, as in templates. */
  doubled(depth: number): LooseValue {
    if (depth > maximumDepth) return this.stop("broken");
    const inner = this.object(depth + 1);
    if (!this.going) return inner;
    this.blanks();
    if (this.ended) this.stop("open");
    else if (this.mark === "}") this.at += 1;
    else this.stop("broken");
    return inner;
  }

  members(result: LooseObject, depth: number): LooseObject {
    const more = () => looseQuotes.includes(this.text[this.at] ?? " ") || bareKeyFollows(this.text, this.at);
    do {
      const mark = looseQuotes.includes(this.text[this.at] ?? " ") ? this.text[this.at] : undefined;
      this.siblings = result;
      const supplied = this.supplied;
      this.supplied = false;
      const key = this.key(depth + 1);
      this.member = "object";
      this.keyQuote = mark;
      if (key === undefined || !this.colon(mark !== undefined)) return result;
      // Without its colon a name is known by the schema alone, in whatever quotes.
      if (this.supplied && mark === "`" && this.mayFollow(key) !== true) this.stop("broken");
      const from = this.at;
      const isTorn = this.supplied;
      this.supplied ||= supplied;
      const read = this.value(this.member, depth + 1);
      const value = isTorn ? asLiteral(read) : read;
      const mayFollow = (name: string) => name !== key && this.mayFollow(name);
      if (typeof value === "string" && this.loose && endsInKey(this.text, from, this.at, mayFollow))
        this.stop("broken");
      if (this.ending === "cut") setKey(result, key, value);
      if (this.ending === "cut" || this.ending === "broken") return result;
      if (hasKey(result, key) && !sameValue(result[key], value)) {
        this.twice ??= key;
        this.stop("broken");
        return result;
      }
      setKey(result, key, value);
      if (!this.going) return result;
    } while (this.separator("}", more));
    return result;
  }

  array(depth: number, closer: Closer): LooseValue {
    const from = this.at;
    this.at += 1;
    this.blanks();
    this.spend(from);
    const result: LooseValue[] = [];
    this.opened[closer] += 1;
    if (this.empty(closer)) return result;
    const more = () =>
      /["'“„‘«`{[\d-]/.test(structural(this.text[this.at] ?? " ")) || this.match(wordAhead) !== undefined;
    let tuple = closer === "]";
    let joins = false;
    do {
      const value = this.value("array", depth + 1);
      if (this.ending === "cut") result.push(value);
      if (this.ending === "cut" || this.ending === "broken") return result;
      // In Python, texts behind each other are one; in a list a comma was forgotten.
      const before = joins ? result.at(-1) : undefined;
      if (typeof before === "string" && typeof value === "string") result[result.length - 1] = before + value;
      else result.push(value);
      if (!this.going) return result;
      this.blanks();
      joins = closer === ")" && this.mark !== ",";
      tuple ||= this.mark === ",";
    } while (this.separator(closer, more));
    this.tuple = tuple;
    // In Python, `(1)` is 1, and only a comma makes a tuple.
    return tuple || !this.going ? result : (result[0] ?? null);
  }
}
