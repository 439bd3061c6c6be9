import { charactersOf } from "./width.ts";

/** Most changes that can be undone. */
const mostUndone = 100;

/** The typed text and its cursor. Moves go by graphemes. */
export class LineEditor {
  #characters: string[] = [];
  #cursor = 0;
  #killed = "";
  /** The text before each change, oldest first. */
  #before: { characters: string[]; cursor: number }[] = [];
  /** A word is being typed: its letters are one change. */
  #typing = false;

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

  /** Replaces the text; the cursor moves to the end. */
  set(text: string): void {
    if (text !== this.text) this.#keep();
    this.#characters = charactersOf(text);
    this.#cursor = this.#characters.length;
  }

  /** Inserts a long text as one unit, moved over and deleted like a character. */
  insertBlock(text: string): void {
    this.#keep();
    this.#characters.splice(this.#cursor++, 0, text);
  }

  insert(text: string): void {
    const goesOn = this.#typing && !/\s/.test(text) && text.length < 3;
    if (!goesOn) this.#keep();
    this.#typing = text.length < 3;
    const before = this.#characters.slice(0, this.#cursor);
    const after = this.#characters.slice(this.#cursor);
    // Inserted text may join with its neighbours: an accent, the second half of an emoji.
    const [left = "", right = ""] = [before.at(-1), after[0]].map((one) =>
      one === undefined || isBlock(one) ? "" : one,
    );
    if (left !== "") before.pop();
    if (right !== "") after.shift();
    this.#cursor = before.length + charactersOf(left + text).length;
    this.#characters = [...before, ...charactersOf(left + text + right), ...after];
  }

  backspace(): void {
    if (this.#cursor === 0) return;
    this.#keep();
    this.#characters.splice(--this.#cursor, 1);
  }

  delete(): void {
    if (this.#cursor < this.#characters.length) this.#keep();
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
    this.#cursor = this.#wordEnd();
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

  killWordRight(): void {
    this.#kill(this.#cursor, this.#wordEnd());
  }

  /** Swaps the two characters before the cursor, or around it. */
  transpose(): void {
    const at = Math.min(this.#cursor, this.#characters.length - 1);
    const [left, right] = [this.#characters[at - 1], this.#characters[at]];
    if (left === undefined || right === undefined) return;
    this.#keep();
    this.#characters.splice(at - 1, 2, right, left);
    this.#cursor = at + 1;
  }

  /** Restores the text before the last change. */
  undo(): void {
    const before = this.#before.pop();
    if (!before) return;
    this.#characters = before.characters;
    this.#cursor = before.cursor;
    this.#typing = false;
  }

  /** Begins a new line, without undo history. */
  begin(): void {
    this.set("");
    this.#before = [];
  }

  /** Inserts the last cut text. */
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

  #wordEnd(): number {
    let at = this.#cursor;
    while (at < this.#characters.length && isBlank(this.#characters[at])) at++;
    while (at < this.#characters.length && !isBlank(this.#characters[at])) at++;
    return at;
  }

  #keep(): void {
    this.#before.push({ characters: [...this.#characters], cursor: this.#cursor });
    if (this.#before.length > mostUndone) this.#before.shift();
    this.#typing = false;
  }

  #kill(from: number, to: number): void {
    if (to > from) this.#keep();
    this.#killed = this.#characters.splice(from, to - from).join("") || this.#killed;
    this.#cursor = from;
  }
}

/** Whether it was inserted as one unit. */
export const isBlock = (character: string): boolean => character.length >= longestCharacter;

/** Longer than any grapheme. UTF-16 units. */
const longestCharacter = 64;

function isBlank(character: string | undefined): boolean {
  return character === undefined || /^\s/.test(character);
}
