import { charactersOf } from "./width.ts";

/** What is being typed, and where the cursor stands in it. Moves go by what a person sees as characters. */
export class LineEditor {
  #characters: string[] = [];
  #cursor = 0;
  #killed = "";

  get text(): string {
    return this.#characters.join("");
  }

  /** Position among the characters. */
  get cursor(): number {
    return this.#cursor;
  }

  get characters(): readonly string[] {
    return this.#characters;
  }

  /** Replaces everything; the cursor stands at the end. */
  set(text: string): void {
    this.#characters = charactersOf(text);
    this.#cursor = this.#characters.length;
  }

  insert(text: string): void {
    const before = this.#characters.slice(0, this.#cursor).join("") + text;
    const after = this.#characters.slice(this.#cursor).join("");
    // What is inserted may join with what stands there: an accent, the second half of an emoji.
    this.#characters = charactersOf(before + after);
    this.#cursor = charactersOf(before).length;
  }

  backspace(): void {
    if (this.#cursor === 0) return;
    this.#characters.splice(--this.#cursor, 1);
  }

  delete(): void {
    this.#characters.splice(this.#cursor, 1);
  }

  left(): void {
    this.#cursor = Math.max(0, this.#cursor - 1);
  }

  right(): void {
    this.#cursor = Math.min(this.#characters.length, this.#cursor + 1);
  }

  wordLeft(): void {
    this.#cursor = this.#wordStart();
  }

  wordRight(): void {
    let at = this.#cursor;
    while (at < this.#characters.length && isBlank(this.#characters[at])) at++;
    while (at < this.#characters.length && !isBlank(this.#characters[at])) at++;
    this.#cursor = at;
  }

  lineStart(): void {
    this.#cursor = this.#characters.lastIndexOf("\n", this.#cursor - 1) + 1;
    if (this.#cursor > this.#characters.length) this.#cursor = 0;
  }

  lineEnd(): void {
    const end = this.#characters.indexOf("\n", this.#cursor);
    this.#cursor = end < 0 ? this.#characters.length : end;
  }

  /** One line up or down in the text; false when there is none. */
  vertical(by: -1 | 1): boolean {
    const from = this.#cursor;
    this.lineStart();
    const column = from - this.#cursor;
    if (by === -1) {
      if (this.#cursor === 0) return this.#backTo(from);
      this.#cursor--;
      this.lineStart();
    } else {
      this.lineEnd();
      if (this.#cursor === this.#characters.length) return this.#backTo(from);
      this.#cursor++;
    }
    const start = this.#cursor;
    this.lineEnd();
    this.#cursor = Math.min(this.#cursor, start + column);
    return true;
  }

  killToLineEnd(): void {
    const from = this.#cursor;
    this.lineEnd();
    this.#kill(from, this.#cursor === from ? from + 1 : this.#cursor);
  }

  killToLineStart(): void {
    const to = this.#cursor;
    this.lineStart();
    this.#kill(this.#cursor, to);
  }

  killWord(): void {
    this.#kill(this.#wordStart(), this.#cursor);
  }

  /** Puts back what was cut last. */
  yank(): void {
    this.insert(this.#killed);
  }

  #backTo(position: number): false {
    this.#cursor = position;
    return false;
  }

  #wordStart(): number {
    let at = this.#cursor;
    while (at > 0 && isBlank(this.#characters[at - 1])) at--;
    while (at > 0 && !isBlank(this.#characters[at - 1])) at--;
    return at;
  }

  #kill(from: number, to: number): void {
    this.#killed = this.#characters.splice(from, to - from).join("") || this.#killed;
    this.#cursor = from;
  }
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /^\s/.test(character);
}
