const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text that arrives in pieces is one complete value. Looks at each character once. Text after a complete value makes
 * it incomplete again; a number or literal at the top level is never certain to be complete.
 */
export class JsonExtent {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #begun = false;
  #beyond = false;

  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (this.#inString) this.#inside(unit);
      else if (unit > space) this.#outside(unit);
    }
  }

  get isWhole(): boolean {
    return this.#begun && !this.#beyond && this.#depth === 0 && !this.#inString;
  }

  #inside(unit: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (unit === backslash) this.#escaped = true;
    else if (unit === quote) this.#inString = false;
  }

  #outside(unit: number): void {
    if (this.isWhole) this.#beyond = true;
    if (unit === quote) this.#inString = true;
    else if (openers.has(unit)) this.#depth += 1;
    else if (closers.has(unit)) this.#depth -= 1;
    else if (this.#depth === 0) this.#beyond = true;
    this.#begun = true;
  }
}
