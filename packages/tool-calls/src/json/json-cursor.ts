import { type Fuel, skipBlanks, skipComments } from "./blanks.ts";
import { atBoundary } from "./closing-quote.ts";
import { hasKey, type LooseObject } from "./loose-value.ts";
import { structural } from "./structural.ts";

/**
 * How a reading ended: `complete`; `open` if only closing brackets are missing; `cut` if the input ran out inside a
 * string, a key, a word or before a value; `broken` if it is no JSON even with goodwill.
 */
export type Ending = "complete" | "open" | "cut" | "broken";

/** What stood last in an `open` reading: a value, a comma after it, a number that may have had more digits, or a word without quotes, which no whole end of a call follows. */
export type Last = "value" | "comma" | "number" | "word";

/** How to read: `loose` with goodwill, `python` with its tuples and prefixes, `keys` the names that schemas know. */
export type Stance = { loose: boolean; python: boolean; keys: ReadonlySet<string> | "any" };

export type Closer = "}" | "]" | ")";

/** A place in a text that is read as JSON, the steps over its marks, what may still be spent, and how it ended. */
export class JsonCursor {
  readonly text: string;
  readonly limit: number;
  readonly fuel: Fuel;
  readonly loose: boolean;
  readonly python: boolean;
  readonly keys: ReadonlySet<string> | "any";
  at: number;
  ending: Ending = "complete";
  last: Last = "value";
  /** True if the last value is a word without quotes, whatever closes behind it. */
  word = false;
  /** True once a quote or colon was supplied: then an input that runs out may have meant something else. */
  supplied = false;

  /** The members before the one at hand. */
  siblings: LooseObject = {};
  /** What the key of the member at hand was opened with, if it stands in quotes. */
  keyQuote: string | undefined;

  /** How many brackets of each kind are open, by what closes them. */
  readonly opened: Record<Closer, number> = { "}": 0, "]": 0, ")": 0 };

  constructor(text: string, at: number, limit: number, fuel: Fuel, stance: Stance) {
    this.text = text;
    this.at = at;
    this.limit = limit;
    this.fuel = fuel;
    this.loose = stance.loose;
    this.python = stance.python;
    this.keys = stance.keys;
  }

  get going(): boolean {
    return this.ending === "complete";
  }

  get ended(): boolean {
    return this.at >= this.limit;
  }

  /** The mark at hand, as JSON would write it. */
  get mark(): string {
    const char = this.text[this.at] ?? "";
    return this.loose ? structural(char) : char;
  }

  stop(ending: Ending): null {
    if (this.going) this.ending = ending === "open" && this.supplied ? "cut" : ending;
    return null;
  }

  blanks(): void {
    this.at = (this.loose ? skipComments : skipBlanks)(this.text, this.at, this.limit);
  }

  /** Pays for what was read since `from`, as far as it was looked at. */
  spend(from: number, end = this.at): void {
    this.fuel.left -= end - from + 1;
    if (this.fuel.left < 0) this.stop("broken");
  }

  /** Whether `name` could be the next key here; `undefined` where no schema says so. */
  mayFollow(name: string): boolean | undefined {
    if (hasKey(this.siblings, name)) return false;
    return this.keys === "any" ? undefined : this.keys.has(name);
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** Behind an opening bracket: true if nothing is inside. */
  empty(closer: Closer): boolean {
    this.last = this.ended ? "comma" : "value";
    if (this.ended) this.stop("open");
    else if (this.mark === closer) this.close(closer);
    else return false;
    return true;
  }

  close(closer: Closer): void {
    this.opened[closer] -= 1;
    this.at += 1;
  }

  /** True if the mark at hand closes a bracket further out, so that only the closer of this one is missing. */
  closesOuter(missing: Closer): boolean {
    const { mark } = this;
    if (mark !== "}" && mark !== "]" && mark !== ")") return false;
    if (this.opened[mark] < 1) return false;
    this.opened[missing] -= 1;
    return true;
  }

  /** True behind a closing bracket that stands there twice, or that ends the text in place of another. */
  skipStrayCloser(): boolean {
    const { mark } = this;
    if ((mark !== "}" && mark !== "]") || this.opened[mark] > 0) return false;
    const next = skipBlanks(this.text, this.at + 1, this.limit);
    const twice = this.text
      .slice(Math.max(0, this.at - 40), this.at)
      .trimEnd()
      .endsWith(mark);
    if (next < this.limit && !(twice && ",}]".includes(structural(this.text[next] ?? "")))) return false;
    this.at = next;
    return true;
  }

  /** After a member: goes on, closes, or finds out why not. True means one more member follows. */
  separator(closer: Closer, more: () => boolean): boolean {
    this.blanks();
    if (this.ended) {
      this.stop("open");
      return false;
    }
    if (this.loose && this.mark !== closer && this.skipStrayCloser() && this.ended) {
      this.stop("open");
      return false;
    }
    const { mark } = this;
    if (mark === "," || (mark === ";" && this.loose && this.isSeparator(closer, more))) {
      do {
        this.at += 1;
        this.blanks();
      } while (this.loose && closer === "}" && this.mark === ",");
      if (this.ended) {
        this.last = "comma";
        this.stop("open");
        return false;
      }
      if (!this.loose || this.mark !== closer) return true;
    }
    if (this.mark === closer) {
      this.close(closer);
      return false;
    }
    if (this.loose && more()) return true;
    if (this.loose && this.closesOuter(closer)) return false;
    this.stop(this.loose && atBoundary(this.text, this.at) ? "open" : "broken");
    return false;
  }

  /** True if the semicolon at hand stands for a comma: a member or the end follows. */
  isSeparator(closer: Closer, more: () => boolean): boolean {
    const here = this.at;
    this.at += 1;
    this.blanks();
    const goesOn = this.mark === closer || more();
    this.at = here;
    return goesOn;
  }
}
