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

/** What a person said to a call's question. */
export type Answer =
  | { decision: "once" | "session" }
  /** Yes once, to it and to all that were shown behind it. */
  | { decision: "once"; all: true }
  /** Rules, as the person left them. */
  | { decision: "session" | "project"; rules: string[] }
  | { decision: "denied"; reason: string }
  /** To what the model asks; no words: it gets no answer. */
  | { decision: "words"; text: string };

/** What became of a key or a line: words for the line, taken, other words in the line, the next page is wanted, or an answer. */
export type Reaction =
  | { kind: "words" }
  | { kind: "taken" }
  /** A word that is not the one that is asked for. */
  | { kind: "unclear"; said: string }
  | { kind: "line"; text: string }
  | { kind: "page" }
  /** The person wants the last page and skips those before it. */
  | { kind: "end" }
  /** Show the other waiting calls too, so that one answer can cover all. */
  | { kind: "others" }
  /** Open the whole question in a pager. */
  | { kind: "pager" }
  /** An answer, unless a key follows at once: `released` tells. */
  | { kind: "held" }
  | ({ kind: "answer" } & Answer);

/**
 * The state of the question. `resting`: until the keyboard was quiet for a moment. `ready`: for the key that turns to it. `paging`:
 * through pages not shown yet. Then it waits for `letters`, a `word`, the `reason` of a no, a `rule`, or the `text` of an answer.
 */
export type Stage = "resting" | "ready" | "paging" | "letters" | "word" | "reason" | "rule" | "text";

/** How long a single letter is held before it counts as an answer. A further letter makes it a word. Milliseconds. */
export const letterHoldMs = 400;

/** A letter sooner than this after the key that turned to the question was typed with it, or pasted. Milliseconds. */
const focusSettle = 25;

const words: Reaction = { kind: "words" };
const taken: Reaction = { kind: "taken" };

/**
 * A call's question at a keyboard, as the person meets it: nothing typed before it was seen answers it, Tab on an empty line
 * turns to it, and yes is open only when its last page was shown. All times are milliseconds of one clock.
 */
export class AskedQuestion {
  readonly call: ToolEntry;
  readonly wants: "letter" | "word" | "text";
  readonly #workspace: string;
  #unseen: number;
  #drawnAt: number | undefined;
  #lastKeyAt: number | undefined;
  /** The last key of what may be words that were typed without looking. */
  #lastWordAt: number | undefined;
  #turnedTo = false;
  /** Tab came before the question could be answered: it is turned to then. */
  #tabbed = false;
  /** What was typed alone on an empty line: Enter, or time where `held`, makes an answer of it. */
  #letter = "";
  #givesReason = false;
  /** How many calls of its kind wait, with it. */
  #several = 1;
  /** The others were shown behind it. */
  #showsAll = false;
  /** How far the rule goes that is being written. */
  #ruleFor: "session" | "project" | undefined;

  /** `pages` is how many it takes to show the call whole. */
  constructor(call: ToolEntry, pages: number, workspace = "") {
    this.call = call;
    this.#workspace = workspace;
    this.wants = call.question ? "text" : answerWants(call.approval?.risk ?? "external");
    this.#unseen = pages;
  }

  /** One more page stands on the screen. */
  drawn(now: number): void {
    this.#unseen--;
    this.#drawnAt = now;
  }

  /** How many calls of its kind wait now. */
  beside(several: number): void {
    this.#several = several;
  }

  /** Those calls are shown behind it, in so many pages. */
  joined(pages: number): void {
    this.#unseen += pages;
    this.#showsAll = true;
  }

  /** The pages up to the last one are not looked at. */
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
    if (letter !== "" && key === "enter" && line === letter) return this.#answered(letter, now);
    // The line holds an answer or a part of one. It is not sent as a message, and no message is taken back into it.
    if ((key === "alt+enter" || key === "alt+up") && (this.#turnedTo || letter !== "")) {
      this.#letter = letter;
      return taken;
    }
    switch (stage) {
      case "resting": {
        if (this.#drawnAt === undefined) return words;
        if (this.#tabbed) this.#tabbed = key !== "escape";
        else if (key === "tab" && line === "") this.#tabbed = true;
        else return words;
        return taken;
      }
      case "ready":
        if (line !== "") return words;
        if (key === "tab") return this.#turnTo();
        if (!settled || !this.#answersAlone || !/^[yandsYANDS]$/.test(text)) return words;
        this.#letter = text;
        return this.#isRevertible ? { kind: "held" } : words;
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
        if (key === "escape") this.#turnedTo = false;
        if (key === "escape" || (key === "tab" && stage !== "paging")) return taken;
        if (stage === "word" && key === "enter") return this.#worded(line, now);
        if (line !== "") return words;
        if (settled && this.wants !== "text" && /^[dnDN]$/.test(text)) {
          this.#givesReason = true;
          return taken;
        }
        if (settled && this.wants !== "text" && /^[vV]$/.test(text)) return { kind: "pager" };
        if (stage === "paging" && pageKeys.has(key)) return { kind: "page" };
        if (stage === "paging" && this.maySkip && settled && (text === "G" || key === "end"))
          return { kind: "end" };
        if (stage === "letters" && settled && text === "Y" && this.#several > 1)
          return this.#showsAll ? this.#yes({ decision: "once", all: true }, now) : { kind: "others" };
        if (stage === "letters" && settled && /^[yasYAS]$/.test(text)) {
          return this.#yes({ decision: text.toLowerCase() === "s" ? "session" : "once" }, now);
        }
        if (stage === "letters" && settled && /^[epEP]$/.test(text) && this.#offered.length > 0) {
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

  /** The letter that was typed last, alone, and no key followed: what it answers. */
  released(now: number): Reaction {
    const letter = this.#letter;
    this.#letter = "";
    return letter === "" ? taken : this.#answered(letter, now);
  }

  /** The letter that waits; it is a word now. */
  takeHeld(): string {
    const letter = this.#letter;
    this.#letter = "";
    return letter;
  }

  /** Undo can bring back what this call does. */
  get #isRevertible(): boolean {
    const { risk, preview, reasons = [] } = this.call.approval ?? {};
    return risk === "edit" && preview !== undefined && !reasons.includes("protected_path");
  }

  /** What a letter does on an empty line, without Tab. */
  get lettersAlone(): "alone" | "enter" | undefined {
    if (!this.#answersAlone) return undefined;
    return this.#isRevertible ? "alone" : "enter";
  }

  /** Whether its end may be asked for without what is between: a yes to several calls is for those that were shown. */
  get maySkip(): boolean {
    return this.wants === "letter" && !this.#showsAll;
  }

  /** Whether a letter on an empty line answers it: all of it was shown, and it destroys nothing. */
  get #answersAlone(): boolean {
    return this.wants === "letter" && this.#unseen <= 0;
  }

  #turnTo(): Reaction {
    this.#turnedTo = true;
    this.#tabbed = false;
    return taken;
  }

  /** A letter without Tab. The line is empty then. */
  #answered(letter: string, now: number): Reaction {
    const said = letter.toLowerCase();
    if (said === "y" || said === "a") return this.#yes({ decision: "once" }, now);
    if (said === "s") return this.#yes({ decision: "session" }, now);
    this.#turnedTo = true;
    this.#givesReason = true;
    return { kind: "line", text: "" };
  }

  /** A line where there are no keys: answers are whole words, and a reason follows its no. */
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

  /** What the rules in a line come to, while one is written; undefined for a call of which nothing is remembered. */
  check(line: string): RuleCheck | undefined {
    const { tool, subject } = this.call;
    if (!subject || !this.offersRules) return undefined;
    return checkRules(rulesIn(line), { tool, subject, workspace: this.#workspace }, this.#offered);
  }

  /** Whether rules may be made of this call. */
  get offersRules(): boolean {
    const mayBe = this.wants === "letter" || mayBeNamed(this.call.subject ?? {});
    return mayBe && this.#offered.length > 0;
  }

  get #offered(): readonly string[] {
    return this.call.approval?.rules ?? [];
  }

  /** When it arms, if no key comes before. */
  get armsAt(): number | undefined {
    if (this.#drawnAt === undefined) return undefined;
    return Math.max(this.#drawnAt, this.#lastWordAt ?? this.#drawnAt) + answerArmMs;
  }

  #armed(now: number): boolean {
    const askedAt = this.#drawnAt;
    return askedAt !== undefined && isArmed({ askedAt, lastKeyAt: this.#lastWordAt, now });
  }

  /** The whole word is yes, once; with how far a rule goes behind it, that rule is written next. */
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

  /** A number is the choice of that number, 0 is no answer; everything else is the answer itself. */
  #words(line: string): Reaction {
    const said = line.trim();
    const choice = this.call.question?.choices?.[Number(said) - 1];
    return { kind: "answer", decision: "words", text: said === "0" ? "" : (choice ?? said) };
  }

  /** Yes, once its last page stands there long enough to have been seen. */
  #yes(answer: Exclude<Answer, { decision: "denied" }>, now: number): Reaction {
    const seen = this.#unseen <= 0 && this.#drawnAt !== undefined && isArmed({ askedAt: this.#drawnAt, now });
    return seen ? { kind: "answer", ...answer } : taken;
  }
}

/** The rules of a line, as they are offered: one after the other. */
function rulesIn(line: string): string[] {
  return line.split(/\s+&&\s+/).map((rule) => rule.trim());
}

const emptying: ReadonlySet<string> = new Set(["ctrl+u"]);

const pageKeys: ReadonlySet<string> = new Set(["space", "tab", "enter", "down", "pagedown"]);
