import type { CallCandidate } from "../call-candidate.ts";
import { dialects } from "../dialects/table.ts";
import type { ParseContext } from "../parse-context.ts";
import type { ParseResult } from "../parse-result.ts";
import { withParameterBehind } from "../values/behind-parameters.ts";
import { isBeside } from "./beside.ts";
import { atLineStart, isQuoted, readFence, skipCodeSpan } from "./protected-text.ts";
import { isResult, isResultTag, readMark, spokenMarks, strayCloser } from "./read-mark.ts";
import { readOrphan } from "./read-orphan.ts";
import { isThinkMark, readThinkCloser, readThinkOpener } from "./thinking.ts";
import { isUnended, runsIntoNext } from "./unended.ts";

/** A reply with its explicit calls taken out. */
export type Scan = {
  candidates: CallCandidate[];
  /** Calls that stand before an orphan `</think>`. */
  reasoned: CallCandidate[];
  broken: string[];
  truncated: boolean;
  /** True if the reply ends with an opening mark and nothing behind it. */
  opened: boolean;
  /** What is left for people. */
  text: string;
  /** True if anything was taken out. */
  touched: boolean;
};

/** Tags and words in brackets, quotes, reasoning, invented results, and what the dialects stop at. */
const interesting = new RegExp(
  [
    "<(?=[\\p{L}_/|｜])",
    "◁",
    "\\[(?=[a-z/])",
    "`",
    "~~~",
    "^[ \\t*]*(?:Observation|Tool (?:result|output|response)|User|Human)\\**:",
    ...spokenMarks,
    ...dialects.flatMap(({ stops = [] }) => stops),
  ].join("|"),
  "gimu",
);
const resultLine = /^[ \t*]*(?:Observation|Tool (?:result|output|response)|User|Human)\**:/i;
const frames =
  /<\/?(?:answer|response)(?::[\w.-]{1,24})?>|<\/?s>|<eos>|<eom>|<bos>|<(?:start|end)_of_turn>(?:model\n)?|<turn\|>|<seed:eos>|\[END FINAL RESPONSE\]|\[e~\[/iy;

/** A code span that begins with a mark; a cut may have taken its end. */
const quotedMark = /^`{1,2}[<[{]/;
const marks = ["<tool_call", "<function", "[TOOL_CALL", "<|", "<｜"];
const maximumOrphans = 20;
/** Why a call is refused that stands beside a part of another. */
const remains = "what is left of another call stands beside it";

class Scanner {
  readonly context: ParseContext;
  readonly text: string;
  readonly scan: Scan = {
    candidates: [],
    reasoned: [],
    broken: [],
    truncated: false,
    opened: false,
    text: "",
    touched: false,
  };
  kept = "";
  from = 0;
  /** Closing marks that were looked behind, which is not cheap. */
  orphans = 0;
  /** Where the last mark of a call stands, once somebody asked. */
  lastMark?: number;
  /** True if the next call may stand in a value of one that cannot be read. */
  torn = false;
  /** Inside reasoning that never closes: calls count, text does not. */
  reasoning = false;

  constructor(context: ParseContext) {
    this.context = context;
    this.text = context.text;
  }

  get called(): boolean {
    return this.scan.candidates.length > 0 || this.scan.broken.length > 0;
  }

  keep(upTo: number): void {
    if (!this.reasoning) this.kept += this.text.slice(this.from, upTo);
    this.from = upTo;
  }

  take(start: number, end: number): number {
    this.keep(start);
    this.from = end;
    this.scan.touched = true;
    return end;
  }

  /** Takes in what a mark was; returns where to go on, or the end of the text if the turn ends here. */
  adopt(at: number, reading: ParseResult): number {
    const { candidates, ending, reason, end, ends, from = at } = reading;
    if (candidates.length > 0 || ending === "broken") {
      if (isQuoted(this.text, at, end, this.from)) return end;
    }
    const silent = candidates.length === 0 && ending === "complete";
    const goesOn = runsIntoNext(this.text, reading);
    const beside = this.refuseBeside(this.from, at, silent ? end : at, reading) || this.torn || goesOn;
    this.torn = silent ? beside : goesOn || isUnended(this.text, reading);
    if (candidates.length > 0 && beside) this.scan.broken.push(remains);
    else
      this.scan.candidates.push(
        ...candidates.slice(0, -1),
        ...candidates.slice(-1).map((last) => this.whole(last, end)),
      );
    if (ending === "cut" && candidates.length === 0 && /^[^\s{]+\s*$/.test(this.text.slice(at)))
      this.scan.opened = true;
    else if (ending === "cut") this.scan.truncated = true;
    if (ending === "broken") this.scan.broken.push(reason ?? "the call cannot be read");
    const stop = ends ? this.turnEnd(at) : ending === "cut" ? this.text.length : end;
    return this.take(Math.max(from, this.from), Math.max(stop, at + 1));
  }

  /** Refuses the last call where what is left of another stands from `from` to `end`, with a mark from `at` on; says whether it does. */
  refuseBeside(from: number, at: number, end: number, reading?: ParseResult): boolean {
    // Nothing but a call's own end holds a tag directly behind it.
    const isGlued = this.called && this.text[from] === "<" && from < at && this.text[from - 1] === ">";
    if (!isGlued && !isBeside(this.context, from, at, end, reading)) return false;
    if (this.scan.candidates.pop() !== undefined) this.scan.broken.push(remains);
    return true;
  }

  /** A call, with what stands behind its end and is one of its parameters. */
  whole(call: CallCandidate, end: number): CallCandidate {
    const known = Object.keys(this.context.tools.find(call.name)?.properties ?? {});
    return withParameterBehind(call, this.text, end, known);
  }

  think(at: number): number | undefined {
    const { text } = this;
    if (!isThinkMark(text, at)) return undefined;
    const opener = readThinkOpener(text, at);
    if (opener) {
      const found = this.reasoning ? -1 : text.indexOf(opener.closer, opener.inner);
      if (found >= 0) return this.take(at, found + opener.closer.length);
      this.take(at, opener.inner);
      this.reasoning = true;
      return opener.inner;
    }
    const closed = readThinkCloser(text, at);
    if (closed === undefined) return undefined;
    this.kept = "";
    this.reasoning = false;
    this.scan.reasoned.push(...this.scan.candidates.splice(0));
    this.scan.broken.length = 0;
    this.from = at;
    return this.take(at, closed);
  }

  /** Where a turn ends that goes no further than `at`: with the text, or before it if this was only reasoning. */
  turnEnd(at: number): number {
    const close = this.text.indexOf("</think>", at);
    const orphan =
      close >= 0 && this.text[close - 1] !== "`" && !this.text.slice(at, close).includes("<think>");
    return orphan ? close : this.text.length;
  }

  /** True if an invented result begins at `at`; without a call before it, it must stand on a line of its own. */
  endsTurn(at: number): boolean {
    if (this.called) return isResult(this.text, at);
    if (!isResultTag(this.text, at) || !atLineStart(this.text, at)) return false;
    this.lastMark ??= Math.max(...marks.map((mark) => this.text.lastIndexOf(mark)));
    return this.lastMark > at;
  }

  step(at: number): number {
    const { text } = this;
    const char = text[at] ?? "";
    if (char === "`" || char === "~") {
      const fence = atLineStart(text, at) ? readFence(text, at) : undefined;
      if (fence && this.called && /^tool_?(?:output|result|response)/.test(fence.language)) {
        return this.take(at, this.turnEnd(at));
      }
      if (fence && !fence.closed) return this.turnEnd(at);
      if (fence || char === "~") return fence ? fence.end : at + 1;
      const end = skipCodeSpan(text, at);
      const openAtCut = this.context.memory.cutShort && quotedMark.test(text.slice(at, at + 4));
      return openAtCut && end < at + 3 && !text.slice(at).includes("\n\n") ? text.length : end;
    }
    if (this.called && resultLine.test(text.slice(at, at + 40)) && atLineStart(text, at)) {
      return this.take(at, this.turnEnd(at));
    }
    if ((char === "<" || char === "[") && this.endsTurn(at)) return this.take(at, this.turnEnd(at));
    const thought = char === "<" || char === "[" || char === "◁" ? this.think(at) : undefined;
    if (thought !== undefined) return thought;
    if (char === ">") {
      const mark = atLineStart(text, at) || text[at - 1] === "}" ? readMark(this.context, at) : undefined;
      if (mark) return this.adopt(at, mark);
      if (!atLineStart(text, at)) return at + 1;
      const line = text.indexOf("\n", at);
      return line < 0 ? text.length : line;
    }
    if (/[cf]/.test(char) && !/(?:^|[\s>:.])$/.test(text.slice(Math.max(0, at - 1), at))) return at + 1;
    return this.mark(at);
  }

  mark(at: number): number {
    const { text } = this;
    frames.lastIndex = at;
    const frame = frames.exec(text);
    if (frame && isQuoted(text, at, at + frame[0].length)) return at + 1;
    if (frame && this.called) this.refuseBeside(this.from, at, at);
    if (frame) return this.take(at, at + frame[0].length);
    const mark = readMark(this.context, at);
    if (mark) {
      if (mark.candidates.length === 0 && mark.ending === "complete" && isQuoted(text, at, mark.end))
        return at + 1;
      return this.adopt(at, mark);
    }
    const closer = strayCloser(text, at);
    if (closer === undefined) return at + 1;
    if (this.called) this.refuseBeside(this.from, at, closer);
    const orphan =
      this.called || this.orphans > maximumOrphans || isQuoted(text, at, closer)
        ? undefined
        : readOrphan(this.context, this.from, at);
    this.orphans += 1;
    if (orphan) {
      this.scan.candidates.push(...orphan.candidates);
      return this.take(orphan.start, closer);
    }
    return this.called ? this.take(at, closer) : at + 1;
  }

  run(): Scan {
    interesting.lastIndex = 0;
    for (let match = interesting.exec(this.text); match; match = interesting.exec(this.text)) {
      if (this.context.fuel.left < 0) break;
      const next = this.step(match.index);
      if (next >= this.text.length) break;
      interesting.lastIndex = Math.max(next, match.index + 1);
    }
    this.refuseBeside(this.from, this.text.length, this.text.length);
    this.keep(this.text.length);
    this.scan.text = this.kept;
    return this.scan;
  }
}

/** Walks a reply once: takes out explicit calls, reasoning and control tokens, leaves quoted text alone. */
export function scanReply(context: ParseContext): Scan {
  return new Scanner(context).run();
}
