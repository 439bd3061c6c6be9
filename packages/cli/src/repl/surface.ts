/** What a conversation is told by the person at the terminal. */
export type SurfaceEvents = {
  /** A line was sent off; it may be empty. */
  entered(text: string): void;
  /** A single letter on an empty line. True when it was an answer, and no text. */
  letter(letter: string): boolean;
  /** Esc or Ctrl+C. True when there was something to stop. */
  interrupt(): boolean;
  /** The person wants to leave. */
  leave(): void;
  /** What the line could become. */
  complete(line: string): readonly string[];
};

/** Where a conversation is shown and typed. Text only grows; nothing in it is taken back. */
export type Surface = {
  open(events: SurfaceEvents): void;
  /** Whole lines. */
  print(text: string): void;
  /** Words of the model as they come; ended by the next `print`. */
  stream(words: string): void;
  /** What goes on from moment to moment; empty for nothing. */
  hint(text: string): void;
  /** How to answer what was just printed; stays until the next hint. */
  question(text: string, byLetter: boolean): void;
  /** The mark before what is typed. */
  mark(text: string): void;
  /** Puts words back into the line, before what stands there. */
  putBack(text: string): void;
  close(): void;
};
