import {
  answerArmMs,
  answerWants,
  answerWord,
  checkRules,
  isArmed,
  mayBeNamed,
  type RuleCheck,
  type ToolEntry,
} from "@kestrel/session-state";
import type { Keystroke } from "../terminal/keyboard.ts";

/** The user's answer to a call's question. */
export type Answer =
  | { decision: "once" | "session" }
  /** Yes once, to it and to all calls shown with it. */
  | { decision: "once"; all: true }
  /** Rules, as edited by the user. */
  | { decision: "session" | "project"; rules: string[] }
  | { decision: "denied"; reason: string }
  /** An answer to the model's question; empty text: no answer. */
  | { decision: "words"; text: string };

/** The effect of a key or a line: text for the line, handled, a replaced line, the next page, or an answer. */
export type Reaction =
  | { kind: "words" }
  | { kind: "taken" }
  /** A word other than the expected ones. */
  | { kind: "unclear"; said: string }
  /** An answer that does not count here, and that is no message either. */
  | { kind: "unsent"; said: string }
  | { kind: "line"; text: string }
  | { kind: "page" }
  /** Show the last page and skip those before it. */
  | { kind: "end" }
  /** Show the other waiting calls too, so that one answer can cover all. */
  | { kind: "others" }
  /** Open the whole question in a pager. */
  | { kind: "pager" }
  /** An answer, unless a key follows at once: see `released`. */
  | { kind: "held" }
  | ({ kind: "answer" } & Answer);

/**
 * The state of the question. `resting`: until the keyboard was quiet for a moment. `ready`: for the key that focuses it. `paging`:
 * through pages not shown yet. Then it waits for `letters`, a `word`, the `reason` of a no, a `rule`, or the `text` of an answer.
 */
export type Stage = "resting" | "ready" | "paging" | "letters" | "word" | "reason" | "rule" | "text";

/** The effect of a letter without Tab: see `AskedQuestion.lettersAlone`. */
export type LettersAlone = "alone" | "enter" | "parts" | "destructive" | "external";

/** How long a single letter is held before it counts as an answer. A further letter makes it a word. Milliseconds. */
export const letterHoldMs = 400;

/** A letter sooner than this after the focus key was typed with it, or pasted. Milliseconds. */
const focusSettle = 25;

/** A whole line that is meant for a question. */
const answer = /^(?:[yands]|yes|no|deny|more|allow( session| project)?)$/i;

export const isAnswer = (line: string): boolean => answer.test(line.trim());

const words: Reaction = { kind: "words" };
const taken: Reaction = { kind: "taken" };

/**
 * A call's question at a keyboard: keys typed before it was visible do not answer it, Tab on an empty line focuses it, and yes is
 * possible only after its last page was shown. All times are milliseconds of one clock.
 */
export class AskedQuestion {
  readonly call: ToolEntry;
  readonly wants: "letter" | "word" | "text";
  readonly #workspace: string;
  #unseen: number;
  #drawnAt: number | undefined;
  #lastKeyAt: number | undefined;
  /** Time of the last key that may belong to text typed without looking. */
  #lastWordAt: number | undefined;
  #turnedTo = false;
  /** Tab came before the question could be answered: it is focused when it can. */
  #tabbed = false;
  /** A letter typed alone on an empty line: Enter, or time when `held`, makes it an answer. */
  #letter = "";
  #givesReason = false;
  /** Waiting calls of its kind, this one included. */
  #several = 1;
  /** The others were shown with it. */
  #showsAll = false;
  /** Scope of the rule that is being written. */
  #ruleFor: "session" | "project" | undefined;

  /** `pages`: number of pages of the whole call. */
  constructor(call: ToolEntry, pages: number, workspace = "") {
    this.call = call;
    this.#workspace = workspace;
    this.wants = call.question ? "text" : answerWants(call.approval?.risk ?? "external");
    this.#unseen = pages;
  }

  /** One more page is on the screen. */
  drawn(now: number): void {
    this.#unseen--;
    this.#drawnAt = now;
  }

  /** Updates the number of waiting calls of its kind. */
  beside(several: number): void {
    this.#several = several;
  }

  /** Those calls are shown with it, in that many pages. */
  joined(pages: number): void {
    this.#unseen += pages;
    this.#showsAll = true;
  }

  /** Skips the pages before the last one. */
  skip(): void {
    this.#unseen = 1;
  }

  stage(now: number): Stage {
    if (this.#givesReason) return "reason";
    if (this.#ruleFor) return "rule";
    if (this.#tabbed && this.#armed(now)) this.#turnTo();
    if (!this.#turnedTo) return this.#armed(now) ? "ready" : "resting";
    return this.#unseen > 0 ? "paging" : this.wants === "letter" ? "letters" : this.wants;
  }

  /** Handles a key. `line`: the current text of the line. */
  pressed(stroke: Keystroke, line: string, now: number): Reaction {
    const stage = this.stage(now);
    const settled = now - (this.#lastKeyAt ?? 0) >= focusSettle;
    this.#lastKeyAt = now;
    // A key that empties the line does not count as typing.
    this.#lastWordAt = stroke.kind === "key" && emptying.has(stroke.name) ? undefined : now;
    const text = stroke.kind === "text" ? stroke.text : "";
    const key = stroke.kind === "key" ? stroke.name : text === " " ? "space" : "";
    const letter = this.takeHeld();
    const isAside = stage === "resting" || stage === "ready";
    if (key === "enter" && isAside && isAnswer(line)) {
      const counts = stage === "ready" && line === letter;
      return counts ? this.#answered(letter, now) : { kind: "unsent", said: line.trim() };
    }
    // The line holds an answer or a part of one. It is not sent as a message, and no message is returned into it.
    if ((key === "alt+enter" || key === "alt+up") && (this.#turnedTo || letter !== "")) {
      this.#letter = letter;
      return taken;
    }
    switch (stage) {
      case "resting": {
        if (this.#drawnAt === undefined) return words;
        // Enter makes it an answer, once the question can be answered.
        if (line === "" && settled && this.#takes(text)) this.#letter = text;
        if (this.#tabbed) this.#tabbed = key !== "escape";
        else if (key === "tab" && line === "") this.#tabbed = true;
        else return words;
        return taken;
      }
      case "ready":
        if (line !== "") return words;
        if (key === "tab") return this.#turnTo();
        if (!settled || !this.#takes(text)) return words;
        // It may stay as it is until Enter: it is no typing for something else.
        [this.#letter, this.#lastWordAt] = [text, undefined];
        return this.lettersAlone === "alone" ? { kind: "held" } : words;
      case "reason":
        if (key === "enter") return { kind: "answer", decision: "denied", reason: line.trim() };
        if (key !== "escape") return words;
        this.#givesReason = false;
        return taken;
      case "rule": {
        if (key === "escape") {
          this.#ruleFor = undefined;
          return { kind: "line", text: "" };
        }
        if (key !== "enter") return words;
        const fits = this.check(line)?.kind === "fits";
        return fits && settled && this.#ruleFor
          ? this.#yes({ decision: this.#ruleFor, rules: rulesIn(line) }, now)
          : taken;
      }
      case "text":
        if (key === "enter" && line.trim() !== "") return this.#words(line);
        if (key !== "escape") return key === "tab" ? taken : words;
        this.#turnedTo = false;
        return taken;
      case "paging":
      case "letters":
      case "word":
        // It was no typing: the next letter may answer at once.
        if (key === "escape") [this.#turnedTo, this.#lastWordAt] = [false, undefined];
        if (key === "escape" || (key === "tab" && stage !== "paging")) return taken;
        if (stage === "word" && key === "enter") return this.#worded(line, now);
        if (line !== "") return words;
        if (settled && this.wants !== "text" && /^[dn]$/i.test(text)) {
          this.#givesReason = true;
          return taken;
        }
        if (settled && this.wants !== "text" && /^v$/i.test(text)) return { kind: "pager" };
        if (stage === "paging" && pageKeys.has(key)) return { kind: "page" };
        if (stage === "paging" && this.maySkip && settled && (text === "G" || key === "end"))
          return { kind: "end" };
        if (stage === "letters" && settled && text === "Y" && this.#several > 1)
          return this.#showsAll ? this.#yes({ decision: "once", all: true }, now) : { kind: "others" };
        if (stage === "letters" && settled && /^[yas]$/i.test(text)) {
          return this.#yes({ decision: text.toLowerCase() === "s" ? "session" : "once" }, now);
        }
        if (stage === "letters" && settled && /^[ep]$/i.test(text) && this.#offered.length > 0) {
          this.#ruleFor = text.toLowerCase() === "e" ? "session" : "project";
          return { kind: "line", text: this.#offered.join(" && ") };
        }
        if (stage === "letters" && key === "enter") return taken;
        // A paste is not an answer, and goes into the line like a typed word. An unknown single letter does nothing.
        if (stage === "word" || text === "") return words;
        if (settled && text.length === 1) return taken;
        this.#turnedTo = false;
        return words;
      default:
        return stage satisfies never;
    }
  }

  /** The held letter was followed by no key: returns its answer. */
  released(now: number): Reaction {
    const letter = this.#letter;
    this.#letter = "";
    return letter === "" ? taken : this.#answered(letter, now);
  }

  /** Takes the held letter, which is text now. */
  takeHeld(): string {
    const letter = this.#letter;
    this.#letter = "";
    return letter;
  }

  /** Whether the line holds a letter that Enter makes an answer. */
  get holdsLetter(): boolean {
    return this.#letter !== "";
  }

  /** Whether a letter on an empty line means an answer: no always, yes where it answers alone. */
  #takes(text: string): boolean {
    return (this.#answersAlone ? /^[yands]$/i : this.wants === "text" ? /^$/ : /^[nd]$/i).test(text);
  }

  /** Undo can restore what this call changes, or it runs in a sandbox and nothing else speaks against it. */
  get #isHarmless(): boolean {
    const { risk, preview, reasons = [], trace = [] } = this.call.approval ?? {};
    if (risk === "edit") return preview !== undefined && !reasons.includes("protected_path");
    const isConfined = trace.some(({ step }) => step === "in_sandbox");
    return risk === "execute" && isConfined && reasons.every((reason) => reason === "runs_command");
  }

  /** The effect of a letter on an empty line, without Tab: it answers, answers with Enter, or why it allows nothing. */
  get lettersAlone(): LettersAlone | undefined {
    if (this.wants === "text") return undefined;
    if (this.#unseen > 0) return "parts";
    if (this.wants === "word") return this.call.approval?.risk === "external" ? "external" : "destructive";
    return this.#isHarmless ? "alone" : "enter";
  }

  /** Whether pages may be skipped: a yes to several calls covers only those that were shown. */
  get maySkip(): boolean {
    return this.wants === "letter" && !this.#showsAll;
  }

  /** Whether a letter on an empty line answers it: all of it was shown, and it is not destructive. */
  get #answersAlone(): boolean {
    return this.wants === "letter" && this.#unseen <= 0;
  }

  #turnTo(): Reaction {
    this.#turnedTo = true;
    this.#tabbed = false;
    return taken;
  }

  /** A letter without Tab, on an empty line. */
  #answered(letter: string, now: number): Reaction {
    const said = letter.toLowerCase();
    if (said === "y" || said === "a") return this.#yes({ decision: "once" }, now);
    if (said === "s") return this.#yes({ decision: "session" }, now);
    this.#turnedTo = true;
    this.#givesReason = true;
    return { kind: "line", text: "" };
  }

  /** A line on a surface without keys: answers are whole words, and a reason follows its no. */
  said(line: string, now: number): Reaction {
    const armed = this.#armed(now);
    this.#lastKeyAt = now;
    this.#lastWordAt = now;
    const said = line.trim();
    if (!armed) return words;
    if (this.wants === "text") {
      if (this.#unseen > 0) return said === "" || said === "more" ? { kind: "page" } : words;
      return said === "" ? taken : this.#words(said);
    }
    const no = /^deny(?:\s+([\s\S]+))?$/.exec(said);
    if (no) return { kind: "answer", decision: "denied", reason: no[1] ?? "" };
    if (this.#unseen > 0) return said === "" || said === "more" ? { kind: "page" } : words;
    if (said === answerWord) return { kind: "answer", decision: "once" };
    if (said === `${answerWord} session` && this.wants === "letter")
      return { kind: "answer", decision: "session" };
    const rule = new RegExp(`^${answerWord} (session|project)(?: (.+))?$`).exec(said);
    if (rule && this.offersRules) {
      const decision = rule[1] as "session" | "project";
      const rules = rule[2] === undefined ? [...this.#offered] : rulesIn(rule[2]);
      if (this.check(rules.join(" && "))?.kind === "fits") return { kind: "answer", decision, rules };
    }
    return words;
  }

  /** Checks the rules in a line while one is written; undefined for a call without possible rules. */
  check(line: string): RuleCheck | undefined {
    const { tool, subject } = this.call;
    if (!subject || !this.offersRules) return undefined;
    return checkRules(rulesIn(line), { tool, subject, workspace: this.#workspace }, this.#offered);
  }

  /** Whether rules can be made from this call. */
  get offersRules(): boolean {
    const mayBe = this.wants === "letter" || mayBeNamed(this.call.subject ?? {});
    return mayBe && this.#offered.length > 0;
  }

  get #offered(): readonly string[] {
    return this.call.approval?.rules ?? [];
  }

  /** When it arms, if no further key comes. */
  get armsAt(): number | undefined {
    if (this.#drawnAt === undefined) return undefined;
    return Math.max(this.#drawnAt, this.#lastWordAt ?? this.#drawnAt) + answerArmMs;
  }

  #armed(now: number): boolean {
    const askedAt = this.#drawnAt;
    return askedAt !== undefined && isArmed({ askedAt, lastKeyAt: this.#lastWordAt, now });
  }

  /** The whole word is yes, once; with a scope after it, the rule for that scope is written next. */
  #worded(line: string, now: number): Reaction {
    const [, reach] = new RegExp(`^${answerWord}(?: (session|project))?$`).exec(line.trim()) ?? [
      undefined,
      "",
    ];
    if (reach === undefined) return this.#yes({ decision: "once" }, now);
    if (reach === "" || !this.offersRules) return this.#unclear(line);
    this.#ruleFor = reach as "session" | "project";
    return { kind: "line", text: this.#offered.join(" && ") };
  }

  #unclear(line: string): Reaction {
    return line.trim() === "" ? taken : { kind: "unclear", said: line.trim() };
  }

  /** A number selects that choice, 0 gives no answer; any other text is the answer itself. */
  #words(line: string): Reaction {
    const said = line.trim();
    const choice = this.call.question?.choices?.[Number(said) - 1];
    return { kind: "answer", decision: "words", text: said === "0" ? "" : (choice ?? said) };
  }

  /** Yes, once its last page was on the screen long enough to be seen. */
  #yes(answer: Exclude<Answer, { decision: "denied" }>, now: number): Reaction {
    const seen = this.#unseen <= 0 && this.#drawnAt !== undefined && isArmed({ askedAt: this.#drawnAt, now });
    return seen ? { kind: "answer", ...answer } : taken;
  }
}

/** The rules in a line, separated by `&&` as they are offered. */
function rulesIn(line: string): string[] {
  return line.split(/\s+&&\s+/).map((rule) => rule.trim());
}

const emptying: ReadonlySet<string> = new Set(["ctrl+u"]);

const pageKeys: ReadonlySet<string> = new Set(["space", "tab", "enter", "down", "pagedown"]);
