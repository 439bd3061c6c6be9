import { answerWord, type ToolEntry } from "@kestrel/session-state";
import { mayAnswerTogether } from "@kestrel/session-state/answer-together";
import type { Say } from "../i18n/say.ts";
import {
  type Answer,
  AskedQuestion,
  isAnswer,
  letterHoldMs,
  type Reaction,
} from "../question/asked-question.ts";
import { questionHint } from "../question/question-hint.ts";
import { questionPages } from "../question/question-pages.ts";
import { reviewRows } from "../question/review-rows.ts";
import type { Keystroke } from "../terminal/keyboard.ts";
import type { Paint } from "../terminal/style.ts";
import { withoutInk } from "../terminal/to-terminal.ts";
import { showInPager } from "./folded-text.ts";
import type { PressedFor, Surface } from "./surface.ts";

type Parts = {
  surface: Surface;
  say: Say;
  paint: Paint;
  answer(call: ToolEntry, answer: Answer): void;
  /** Another call is shown with this question. */
  shows(call: ToolEntry): void;
  /** Number of calls answered before it. */
  answered: number;
  workspace: string;
  /** The mark of the line while no question uses it. */
  restMark(): string;
};

/** The open question: its pages, the answers possible at this moment, and its keys and lines. */
export class OpenQuestion {
  readonly call: ToolEntry;
  readonly #parts: Parts;
  readonly #asked: AskedQuestion;
  readonly #pages: string[][];
  #shown = 0;
  /** The text of the line, as far as known from keys. */
  #typed = "";
  #timer: NodeJS.Timeout | undefined;
  /** Runs while a letter may still become an answer. */
  #hold: NodeJS.Timeout | undefined;
  #closed = false;
  #reachable = true;
  #reviewed: boolean;
  /** Waiting calls of the same kind, and those of them that were shown with it. */
  #beside: readonly ToolEntry[] = [];
  #joined: readonly ToolEntry[] = [];

  constructor(call: ToolEntry, parts: Parts) {
    const { surface, say, paint } = parts;
    this.call = call;
    this.#parts = parts;
    this.#reviewed = call.review !== undefined;
    this.#pages = questionPages(call, { say, paint, ...surface.size });
    this.#asked = new AskedQuestion(call, this.#pages.length, parts.workspace);
    surface.print("");
    this.#page();
  }

  /** Whether the daemon is reachable; keys are ignored while it is not. */
  reachable(yes: boolean): void {
    this.#reachable = yes;
    this.#hint();
  }

  /** Prints the result of a review once, below the question. It changes no key. */
  reviewed(call: ToolEntry | undefined): void {
    if (this.#reviewed || !call?.review || call.approval?.digest !== this.call.approval?.digest) return;
    this.#reviewed = true;
    const { surface, say, paint } = this.#parts;
    surface.print(reviewRows(call, { say, paint, columns: surface.size.columns }).join("\n"));
  }

  /** Updates the waiting calls; those of the same kind may share one answer. */
  beside(waiting: readonly ToolEntry[]): void {
    this.#beside = waiting.filter(
      (other) => other.callId !== this.call.callId && mayAnswerTogether(this.call, other),
    );
    this.#asked.beside(1 + this.#beside.length);
    this.#hint();
  }

  /** A key, with the text of the line. */
  pressed(stroke: Keystroke, line: string): PressedFor {
    const isEnter = stroke.kind === "key" && stroke.name === "enter";
    if (!this.#reachable) return isEnter && this.keeps(line) ? { line: "" } : "line";
    if (this.#hold) return this.#behindHeld(stroke);
    const reaction = this.#asked.pressed(stroke, line, performance.now());
    this.#typed =
      reaction.kind === "words" ? typedWith(stroke, line) : reaction.kind === "line" ? reaction.text : line;
    this.#did(reaction);
    if (reaction.kind === "words") return "line";
    if (reaction.kind === "line") return { line: reaction.text };
    if (reaction.kind === "unclear" || reaction.kind === "unsent") return { line: "" };
    return reaction.kind === "answer" ? "question-and-line" : "question";
  }

  /** A key after a held letter: both become text, except for Enter, which confirms the letter. */
  #behindHeld(stroke: Keystroke): PressedFor {
    clearTimeout(this.#hold);
    this.#hold = undefined;
    if (stroke.kind === "key" && stroke.name === "enter") return this.#release();
    const letter = this.#asked.takeHeld();
    const reaction = this.#asked.pressed(stroke, letter, performance.now());
    this.#typed = reaction.kind === "words" && stroke.kind === "text" ? letter + stroke.text : letter;
    this.#later();
    this.#hint();
    return { line: this.#typed };
  }

  #release(): PressedFor {
    this.#hold = undefined;
    const reaction = this.#asked.released(performance.now());
    this.#did(reaction);
    return reaction.kind === "answer" ? "question-and-line" : "question";
  }

  /** A line, on a surface without keys. True when it was for the question. */
  entered(line: string): boolean {
    if (!this.#parts.surface.byLine || !this.#reachable) return this.keeps(line);
    const reaction = this.#asked.said(line, performance.now());
    if (reaction.kind === "words" && this.keeps(line)) return true;
    this.#did(reaction);
    return reaction.kind !== "words";
  }

  /** Says that a line which can only be meant for a question is no message. False for another line. */
  keeps(line: string): boolean {
    if (!isAnswer(line)) return false;
    this.#did({ kind: "unsent", said: line.trim() });
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#hold);
    this.#parts.surface.question(undefined);
    this.#parts.surface.mark(this.#parts.restMark());
  }

  #did(reaction: Reaction): void {
    switch (reaction.kind) {
      case "unclear":
        this.#parts.surface.print(
          this.#parts.say("approval.unclear", { said: reaction.said, word: answerWord }),
        );
        this.#later();
        this.#hint();
        break;
      case "unsent":
        this.#parts.surface.tell(this.#parts.say("approval.unsent", { said: reaction.said }));
        this.#later();
        this.#hint();
        break;
      case "words":
      case "taken":
      case "line":
        this.#later();
        this.#hint();
        break;
      case "page":
        this.#page();
        break;
      case "end":
        this.#end();
        break;
      case "others": {
        const { say, paint, surface } = this.#parts;
        this.#joined = this.#beside;
        this.#joined.forEach(this.#parts.shows);
        const pages = asFewPages(
          this.#joined.flatMap((call) => questionPages(call, { say, paint, ...surface.size })),
          surface.size.rows - rowsBesideAll,
        );
        this.#pages.push(...pages);
        this.#asked.joined(pages.length);
        this.#page();
        break;
      }
      case "pager":
        void this.#inPager();
        break;
      case "held":
        this.#hold = setTimeout(() => this.#release(), letterHoldMs);
        this.#later();
        break;
      case "answer":
        this.close();
        this.#parts.answer(this.call, reaction);
        if ("all" in reaction) for (const call of this.#joined) this.#parts.answer(call, reaction);
        break;
      default:
        reaction satisfies never;
    }
  }

  /** The last page, and how many lines were skipped. */
  #end(): void {
    const { say, paint, surface } = this.#parts;
    const skipped = this.#pages.slice(this.#shown, -1).flat().length;
    const lines = this.#pages.flat().length;
    this.#shown = this.#pages.length - 1;
    this.#asked.skip();
    if (skipped > 0) surface.print(paint("yellow", say("approval.skipped", { skipped, lines })));
    this.#page();
  }

  /** All pages in the pager. Lines read there do not count as shown. */
  async #inPager(): Promise<void> {
    const { surface, say } = this.#parts;
    await showInPager(this.#pages.flat().map(withoutInk).join("\n"), surface, say);
    this.#hint();
  }

  #page(): void {
    const page = this.#pages[this.#shown++] ?? [];
    this.#parts.surface.print(page.join("\n"), () => {
      this.#asked.drawn(performance.now());
      this.#later();
      this.#hint();
    });
  }

  /** Updates the hint when the question arms. */
  #later(): void {
    clearTimeout(this.#timer);
    const { armsAt } = this.#asked;
    if (armsAt === undefined || this.#closed) return;
    const look = () => {
      // After a busy loop timers fire slightly early. Checked before the hint is made: a question that arms during it has
      // not been reported yet.
      const tooEarly = this.#asked.stage(performance.now()) === "resting";
      this.#hint();
      if (tooEarly) this.#later();
    };
    this.#timer = setTimeout(look, Math.max(1, armsAt - performance.now() + 1));
  }

  #hint(): void {
    if (this.#closed) return;
    const { surface, say, restMark } = this.#parts;
    if (!this.#reachable) {
      surface.mark(restMark());
      surface.question({ text: say("view.lost") });
      return;
    }
    const stage = this.#asked.stage(performance.now());
    const pages = { shown: this.#shown, all: this.#pages.length, skips: this.#asked.maySkip };
    if (surface.byLine) {
      if (stage !== "ready") return;
      const more = pages.shown < pages.all;
      const text = more
        ? say("approval.lineMore", pages)
        : this.#asked.wants === "text"
          ? say("question.line")
          : this.#asked.wants === "word" && this.#asked.offersRules
            ? say("approval.line.wordRules")
            : say(`approval.line.${this.#asked.wants}`);
      surface.question({ text });
      return;
    }
    const turnedTo = stage !== "resting" && stage !== "ready";
    surface.mark(
      stage === "reason"
        ? say("approval.reasonMark")
        : stage === "rule"
          ? say("approval.ruleMark")
          : turnedTo
            ? say("approval.mark")
            : restMark(),
    );
    const check = stage === "rule" ? this.#asked.check(this.#typed) : undefined;
    const rules = { offered: this.#asked.offersRules, check };
    const typing = stage === "ready" && !this.#asked.holdsLetter ? say("approval.turnToLater") : undefined;
    const several = {
      at: this.#parts.answered + 1,
      all: this.#parts.answered + 1 + this.#beside.length,
      shown: this.#joined.length > 0,
      count: 1 + this.#beside.length,
    };
    surface.question({
      text: questionHint(stage, pages, say, rules, this.#asked.lettersAlone, several),
      typing,
    });
  }
}

/** Rows reserved beside questions shown together: the line, its hint, some of the text before. */
const rowsBesideAll = 8;

/** Joins consecutive pages while they fit into `room` rows. */
function asFewPages(pages: readonly string[][], room: number): string[][] {
  const joined: string[][] = [];
  for (const page of pages) {
    const last = joined.at(-1);
    if (last && last.length + page.length <= room) last.push(...page);
    else joined.push([...page]);
  }
  return joined;
}

/** The line after a key, approximated for the hint: the next key gives the exact text. */
function typedWith(stroke: Keystroke, line: string): string {
  if (stroke.kind === "text") return line + stroke.text;
  return stroke.name === "backspace" ? line.slice(0, -1) : line;
}
