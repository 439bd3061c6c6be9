import { answerArmMs, answerWants, answerWord, isArmed, type ToolEntry } from "@kestrel/protocol";
import type { Keystroke } from "../terminal/keyboard.ts";

/** What a person said to a call's question. */
export type Answer = { decision: "once" | "session" } | { decision: "denied"; reason: string };

/** What became of a key or a line: words for the line, taken, the next page is wanted, or an answer. */
export type Reaction =
  | { kind: "words" }
  | { kind: "taken" }
  | { kind: "page" }
  | ({ kind: "answer" } & Answer);

/**
 * Where the question stands: `resting` until there was a moment of quiet, `ready` for the key that turns to it, then
 * `paging` through what is not shown yet, waiting for `letters` or a `word`, or for the `reason` of a no.
 */
export type Stage = "resting" | "ready" | "paging" | "letters" | "word" | "reason";

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
  readonly wants: "letter" | "word";
  #unseen: number;
  #drawnAt: number | undefined;
  #lastKeyAt: number | undefined;
  #turnedTo = false;
  #givesReason = false;

  /** `pages` is how many it takes to show the call whole. */
  constructor(call: ToolEntry, pages: number) {
    this.call = call;
    this.wants = answerWants(call.approval?.risk ?? "external");
    this.#unseen = pages;
  }

  /** One more page stands on the screen. */
  drawn(now: number): void {
    this.#unseen--;
    this.#drawnAt = now;
  }

  stage(now: number): Stage {
    if (this.#givesReason) return "reason";
    if (!this.#turnedTo) return this.#armed(now) ? "ready" : "resting";
    return this.#unseen > 0 ? "paging" : this.wants === "letter" ? "letters" : "word";
  }

  /** A key, with what stands in the line. */
  pressed(stroke: Keystroke, line: string, now: number): Reaction {
    const stage = this.stage(now);
    const settled = now - (this.#lastKeyAt ?? 0) >= focusSettle;
    this.#lastKeyAt = now;
    const text = stroke.kind === "text" ? stroke.text : "";
    const key = stroke.kind === "key" ? stroke.name : text === " " ? "space" : "";
    switch (stage) {
      case "resting":
        return words;
      case "ready":
        if (key !== "tab" || line !== "") return words;
        this.#turnedTo = true;
        return taken;
      case "reason":
        if (key === "enter") return { kind: "answer", decision: "denied", reason: line.trim() };
        if (key !== "escape") return words;
        this.#givesReason = false;
        return taken;
      case "paging":
      case "letters":
      case "word":
        if (key === "escape") this.#turnedTo = false;
        if (key === "escape" || (key === "tab" && stage !== "paging")) return taken;
        if (stage === "word" && key === "enter")
          return line.trim() === answerWord ? this.#yes("once", now) : taken;
        if (line !== "") return words;
        if (settled && /^[dD]$/.test(text)) {
          this.#givesReason = true;
          return taken;
        }
        if (stage === "paging" && pageKeys.has(key)) return { kind: "page" };
        if (stage === "letters" && settled && /^[asAS]$/.test(text)) {
          return this.#yes(text.toLowerCase() === "a" ? "once" : "session", now);
        }
        if (stage === "letters" && key === "enter") return taken;
        // Whoever types something else is not answering; a word is typed in the line.
        if (text !== "" && stage !== "word") this.#turnedTo = false;
        return words;
      default:
        return stage satisfies never;
    }
  }

  /** A line where there are no keys: answers are whole words, and a reason follows its no. */
  said(line: string, now: number): Reaction {
    const armed = this.#armed(now);
    this.#lastKeyAt = now;
    const said = line.trim();
    if (!armed) return words;
    const no = /^deny(?:\s+([\s\S]+))?$/.exec(said);
    if (no) return { kind: "answer", decision: "denied", reason: no[1] ?? "" };
    if (this.#unseen > 0) return said === "" || said === "more" ? { kind: "page" } : words;
    if (said === answerWord) return { kind: "answer", decision: "once" };
    if (said === `${answerWord} session` && this.wants === "letter")
      return { kind: "answer", decision: "session" };
    return words;
  }

  /** When it arms, if no key comes before. */
  get armsAt(): number | undefined {
    if (this.#drawnAt === undefined) return undefined;
    return Math.max(this.#drawnAt, this.#lastKeyAt ?? this.#drawnAt) + answerArmMs;
  }

  #armed(now: number): boolean {
    const askedAt = this.#drawnAt;
    return askedAt !== undefined && isArmed({ askedAt, lastKeyAt: this.#lastKeyAt, now });
  }

  /** Yes, once its last page stands there long enough to have been seen. */
  #yes(decision: "once" | "session", now: number): Reaction {
    const seen = this.#unseen <= 0 && this.#drawnAt !== undefined && isArmed({ askedAt: this.#drawnAt, now });
    return seen ? { kind: "answer", decision } : taken;
  }
}

const pageKeys: ReadonlySet<string> = new Set(["space", "tab", "enter", "down", "pagedown"]);
