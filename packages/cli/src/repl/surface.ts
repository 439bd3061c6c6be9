import type { Keystroke } from "../terminal/keyboard.ts";
import type { PaintedLine } from "../terminal/painted-line.ts";
import type { Working } from "../terminal/working-row.ts";
import type { Standing } from "./alerts.ts";
import type { MenuItem } from "./line-menu.ts";
import type { TerminalSettings } from "./terminal-settings.ts";

/** What a key was for: the line, a question, one that takes the line with it, or one that puts other words there. */
export type PressedFor = "line" | "question" | "question-and-line" | { line: string };

/** What the person at the terminal does. */
export type SurfaceEvents = {
  /** A line was sent off; it may be empty. `show` puts it on the screen. */
  entered(text: string, show: () => void): void;
  /** A key, with what stands in the line, before it means anything there. */
  pressed(stroke: Keystroke, line: string): PressedFor;
  /** Esc or Ctrl+C. True when there was something to stop. */
  interrupt(): boolean;
  /** What was sent last and not yet read by the model is wanted back in the line. */
  takeBack(): void;
  /** What a command does, by its name in the line. */
  helpFor(line: string): string | undefined;
  /** The files that a message may name. */
  paths(): Promise<readonly string[]>;
  /** A line that is to be sent when the turn that runs is over. */
  enteredAfter(text: string): void;
  /** The person wants to go back to an earlier message. */
  goBack(): void;
  /** The next mode is wanted. */
  nextMode(): void;
  /** What is folded or cut is wanted whole. */
  showAll(): void;
  /** A turn runs. */
  working(): boolean;
  /** The person wants to leave. */
  leave(): void;
  /** The line changed; `whole`: by words that came at once. */
  typed(text: string, whole: boolean): void;
  /** What the line could become. */
  complete(line: string): readonly string[];
};

/** Where the dialogue is shown and typed. Text only grows; nothing in it is taken back. */
export type Surface = {
  /** Whether words that are sent were pasted in part. */
  wasPasted(text: string): boolean;
  /** Answers come as whole lines: there are no keys. */
  readonly byLine: boolean;
  readonly size: { columns: number; rows: number };
  open(events: SurfaceEvents): void;
  /** Whole lines, between two sentences of the model. `shown` is called when they stand on the screen; then they wait for no sentence. */
  print(text: string, shown?: () => void): void;
  /** The same for what Kestrel says itself: where rows are narrow it is broken between words. */
  tell(text: string): void;
  /** Words of the model as they come; ended by the next `print`. */
  stream(words: string): void;
  /** Resolves when what is streamed will be laid out as it is to be. */
  readonly laidOut?: Promise<void> | undefined;
  /** No more words of this reply come. */
  endStream(): void;
  /** What goes on from moment to moment; empty for nothing. */
  hint(text: string): void;
  /** The same while something works: asked each second, as long as it is shown. */
  work(working: () => Working): void;
  /** Rows above it that change from moment to moment, such as the end of a command's output. */
  live(lines: readonly PaintedLine[]): void;
  /**
   * Shows how to answer the open question, in place of the hint. Undefined removes it. `typing` is shown instead while the line is not
   * empty.
   */
  question(how: { text: string; typing?: string } | undefined): void;
  /** Tells the terminal what the session does, for a person who looks elsewhere. `words`: the same as a sentence. */
  stands?(standing: Standing, title: string, words: string): void;
  /** Applies the person's terminal settings, once they are known. */
  configure?(settings: TerminalSettings): void;
  /** The mark before what is typed. */
  mark(text: string): void;
  /** What stands in the line, unsent. */
  readonly draft: string;
  /** Puts words back into the line, before what stands there. */
  putBack(text: string): void;
  /** Takes away what stands in the line; history keeps it. */
  clearLine(): void;
  /** Lines were erased from the history's file: the surface forgets them too. */
  rereadHistory(): void;
  /** A list to choose from, which the line searches. Resolves with undefined where the person left it, or there are no keys. */
  pick(mark: string, items: readonly MenuItem[]): Promise<MenuItem | undefined>;
  /** Has another program use the terminal until it ends. */
  outside(run: () => Promise<unknown>): Promise<void>;
  close(): void;
};
