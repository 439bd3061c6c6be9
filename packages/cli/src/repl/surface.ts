import type { Keystroke } from "../terminal/keyboard.ts";
import type { PaintedLine } from "../terminal/painted-line.ts";
import type { Working } from "../terminal/working-row.ts";
import type { Standing } from "./alerts.ts";
import type { MenuItem } from "./line-menu.ts";
import type { TerminalSettings } from "./terminal-settings.ts";

/** Target of a key: the line, a question, a question that also clears the line, or a new text for the line. */
export type PressedFor = "line" | "question" | "question-and-line" | { line: string };

/** The user's input. */
export type SurfaceEvents = {
  /** A line was entered; it may be empty. `show` prints it. */
  entered(text: string, show: () => void): void;
  /** A key, with the text of the line, before the line handles it. */
  pressed(stroke: Keystroke, line: string): PressedFor;
  /** Esc or Ctrl+C. True when there was something to stop; `unanswered` when that was asked already. */
  interrupt(): boolean | "unanswered";
  /** Return the newest message that the model has not seen to the line. */
  takeBack(): void;
  /** What a command does, for the name in the line. */
  helpFor(line: string): string | undefined;
  /** Paths that a message may name. */
  paths(): Promise<readonly string[]>;
  /** A line to send when the running turn is over. */
  enteredAfter(text: string): void;
  /** Go back to an earlier message. */
  goBack(): void;
  /** Switch to the next mode. */
  nextMode(): void;
  /** Show folded and cut text in full. */
  showAll(): void;
  /** A turn runs. */
  working(): boolean;
  /** Leave the program. `atOnce`: without waiting for the lines before it. */
  leave(atOnce?: boolean): void;
  /** The line changed; `whole`: by a paste. */
  typed(text: string, whole: boolean): void;
  /** Completions of the line. */
  complete(line: string): readonly string[];
};

/** Where the dialogue is shown and typed. Text is append-only. */
export type Surface = {
  /** Whether a part of the sent text was pasted. */
  wasPasted(text: string): boolean;
  /** Answers are whole lines: the surface has no keys. */
  readonly byLine: boolean;
  readonly size: { columns: number; rows: number };
  open(events: SurfaceEvents): void;
  /** Prints whole lines, after the model's current sentence; with `shown` at once. `shown` is called when they are on the screen. */
  print(text: string, shown?: () => void): void;
  /** The same for Kestrel's own text: wrapped between words in a narrow terminal. */
  tell(text: string): void;
  /** The model's text as it arrives; ended by the next `print`. */
  stream(words: string): void;
  /** Resolves when the layout of streamed text is loaded. */
  readonly laidOut?: Promise<void> | undefined;
  /** The reply's text is complete. */
  endStream(): void;
  /** The current activity; empty for none. */
  hint(text: string): void;
  /** The same for running work: called every second while it is shown. */
  work(working: () => Working): void;
  /** Changing rows above it, such as the end of a command's output. */
  live(lines: readonly PaintedLine[]): void;
  /**
   * Shows how to answer the open question, in place of the hint. Undefined removes it. `typing` is shown instead while the line is not
   * empty.
   */
  question(how: { text: string; typing?: string } | undefined): void;
  /** Reports the session's state to the terminal, for its title and alerts. `words`: the state as a sentence. */
  stands?(standing: Standing, title: string, words: string): void;
  /** Applies the user's terminal settings, once they are known. */
  configure?(settings: TerminalSettings): void;
  /** The mark before the typed text. */
  mark(text: string): void;
  /** The unsent text of the line. */
  readonly draft: string;
  /** Puts text back into the line, before its current text. */
  putBack(text: string): void;
  /** Clears the line; history keeps its text. */
  clearLine(): void;
  /** Reads the history's file again, after lines were erased in it. */
  rereadHistory(): void;
  /** A list that is searched with the line. Resolves with undefined when the user leaves it, or there are no keys. */
  pick(mark: string, items: readonly MenuItem[]): Promise<MenuItem | undefined>;
  /** Lends the terminal to another program until it ends. */
  outside(run: () => Promise<unknown>): Promise<void>;
  close(): void;
};
