import { plainName } from "../grammar/compile.ts";
import type { CallCandidate } from "../readers/call-candidate.ts";
import { readJsonCalls } from "../readers/json-calls.ts";
import { closerAt, matchAt, type ParseContext } from "../readers/parse-context.ts";
import type { ParseResult } from "../readers/parse-result.ts";
import { atLineStart, isQuoted, readFence, skipCodeSpan } from "./protected-text.ts";
import { readMark } from "./read-mark.ts";
import { nextOf, readThinkCloser, readThinkOpener } from "./thinking.ts";

/** A call with marks; `before`: how much text for people stands before it. */
type MarkedCall = { candidate: CallCandidate; before: number };

/** A reply with its marked calls taken out. */
export type Scan = {
  calls: MarkedCall[];
  /** Calls that stand before an orphan end of reasoning. */
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

/** A code span that begins with a mark; a cut may have taken its end. */
const quotedMark = /^`{1,2}[<[{]/;
const token = /<[|｜]\s?[^<>|｜\n"'`]{1,60}?\s?[|｜]>/y;
/** A line that begins as a quotation does. */
const quoteBefore = /(?:^|\n)[ \t]{0,3}>[^\n]*$/;
const tagName = /<\/?(?:[|｜]\s?)?(?:([\p{L}_]{1,16})[:|｜]\s?)?([\p{L}_][\p{L}\d_▁\\-]*)/uy;
const bracketName = /\[\/?()?([\p{L}_][\p{L}\d_]*)/uy;
/** What a mark costs that turns out to be no call: a reply that repeats one says nothing else. */
const costOfMark = 1000;
/** No reply means more, neither calls nor marks that are none. */
const mostCalls = 1000;
const mostVain = 800;
const mostOrphans = 20;
const mostLines = 8;
const longestOrphan = 20_000;

class Scanner {
  readonly context: ParseContext;
  readonly text: string;
  readonly scan: Scan = {
    calls: [],
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
  /** Tags and words in brackets that were looked at: true of what is no mark. */
  readonly strangers = new Map<string, boolean>();
  /** Marks that turned out to be no call. */
  vain = 0;
  /** Where the last mark of a call stands, once somebody asked. */
  lastMark?: number;
  /** Inside reasoning that never closes: calls count, text does not. */
  reasoning = false;

  constructor(context: ParseContext) {
    this.context = context;
    this.text = context.text;
  }

  get called(): boolean {
    return this.scan.calls.length > 0 || this.scan.broken.length > 0;
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

  /** Takes in what a mark was; returns where to go on. */
  adopt(at: number, { candidates, ending, reason, end }: ParseResult): number {
    if ((candidates.length > 0 || ending === "broken") && isQuoted(this.text, at, end, this.from)) return end;
    this.keep(Math.max(at, this.from));
    for (const candidate of candidates) this.scan.calls.push({ candidate, before: this.kept.length });
    if (ending === "cut" && candidates.length === 0 && /^[^\s{]+\s*$/.test(this.text.slice(at)))
      this.scan.opened = true;
    else if (ending === "cut") this.scan.truncated = true;
    if (ending === "broken") this.scan.broken.push(reason ?? "the call cannot be read");
    const stop = ending === "cut" ? this.text.length : end;
    return this.take(Math.max(at, this.from), Math.max(stop, at + 1));
  }

  think(at: number): number | undefined {
    const { text, context } = this;
    const opener = readThinkOpener(context, at);
    if (opener) {
      const found = this.reasoning ? undefined : nextOf(opener.closer, text, opener.inner);
      if (found) return this.take(at, found.end);
      this.take(at, opener.inner);
      this.reasoning = true;
      return opener.inner;
    }
    const closed = readThinkCloser(context, at);
    if (closed === undefined) return undefined;
    this.kept = "";
    this.reasoning = false;
    this.scan.reasoned.push(...this.scan.calls.splice(0).map(({ candidate }) => candidate));
    this.scan.broken.length = 0;
    this.from = at;
    return this.take(at, closed);
  }

  /** Where a turn ends that goes no further than `at`: with the text, or before the end of reasoning if this was only that. */
  turnEnd(at: number): number {
    const { text, context } = this;
    const close = nextOf(context.marks.orphans, text, at)?.index ?? text.length;
    const opened = nextOf(context.marks.thinkOpens, text, at);
    return (opened && opened.index < close) || text[close - 1] === "`" ? text.length : close;
  }

  /** True if an invented result begins at `at`; without a call before it, it must stand first, or before a call and on a line of its own. */
  endsTurn(at: number): boolean {
    const { text, context } = this;
    const found = matchAt(context.marks.results, text, at);
    if (!found || found[0] === "") return false;
    if (this.called || /^<[|｜]/.test(found[0])) return !isQuoted(text, at, at + found[0].length);
    if (!/^<[a-z]|^\[/i.test(found[0]) || !atLineStart(text, at)) return false;
    if (this.kept.trim() === "" && text.slice(this.from, at).trim() === "") return true;
    this.lastMark ??= lastOpener(context);
    return this.lastMark > at;
  }

  step(at: number): number {
    const { text } = this;
    const char = text[at] ?? "";
    if (char === "`" || char === "~") return this.code(at, char);
    // First of all: most tags are no family's, and each of the patterns below costs.
    if (this.isNoMark(at)) return at + 1;
    if (this.called && this.context.marks.resultLine.test(text.slice(at, at + 40)) && atLineStart(text, at))
      return this.take(at, this.turnEnd(at));
    return this.think(at) ?? this.mark(at);
  }

  code(at: number, char: string): number {
    const { text } = this;
    const fence = atLineStart(text, at) ? readFence(text, at) : undefined;
    if (fence && this.called && this.context.marks.fences.results.test(fence.language))
      return this.take(at, this.turnEnd(at));
    if (fence && !fence.closed) return this.turnEnd(at);
    if (fence) return fence.end;
    if (char === "~") return at + (/^~+/.exec(text.slice(at, at + 1000))?.[0].length ?? 1);
    const end = skipCodeSpan(text, at);
    const openAtCut = this.context.memory.cutShort && quotedMark.test(text.slice(at, at + 4));
    return openAtCut && end < at + 3 && !text.slice(at).includes("\n\n") ? text.length : end;
  }

  mark(at: number): number {
    const { text, context } = this;
    if (quoteBefore.test(text.slice(Math.max(0, at - 200), at))) return at + 1;
    const stop = matchAt(context.marks.stops, text, at);
    const call = readMark(context, at);
    if (!call?.candidates.length) {
      context.fuel.left -= costOfMark;
      this.vain += 1;
    }
    if (call && !(stop && call.candidates.length === 0 && call.ending === "complete")) {
      if (call.candidates.length === 0 && call.ending === "complete" && isQuoted(text, at, call.end))
        return at + 1;
      return this.adopt(at, call);
    }
    if (stop && stop[0] !== "")
      return isQuoted(text, at, at + stop[0].length) ? at + 1 : this.take(at, at + stop[0].length);
    if (this.endsTurn(at)) return this.take(at, this.turnEnd(at));
    const closer = closerAt(context, at);
    const control = matchAt(token, text, at);
    if (closer !== undefined && (!control || this.called)) return this.closer(at, closer);
    if (control && !control[0].startsWith("<| ") && !isQuoted(text, at, at + control[0].length))
      return this.take(at, at + control[0].length);
    return at + 1;
  }

  /** True if a tag, a token or a word in brackets begins at `at` that no family has, nor a tool the name of. */
  isNoMark(at: number): boolean {
    const { text, context } = this;
    const char = text[at];
    if (char !== "<" && char !== "[") return false;
    const name = matchAt(char === "<" ? tagName : bracketName, text, at);
    if (!name || name[2] === undefined) return char === "<" ? name === undefined : text[at + 1] !== "/";
    const earlier = this.strangers.get(name[0]);
    if (earlier !== undefined) return earlier;
    const known =
      context.marks.names.has(plainName(name[2])) ||
      (name[1] !== undefined && context.marks.names.has(plainName(name[1])));
    const stranger =
      !known && (char === "[" || (!/^<[|｜]/.test(name[0]) && !context.tools.mayBeTag(name[2])));
    if (this.strangers.size < 500) this.strangers.set(name[0], stranger);
    return stranger;
  }

  /** A closing mark without an opening one: behind a call it is markup, behind JSON it ends a call. */
  closer(at: number, end: number): number {
    const orphan =
      this.called || this.orphans > mostOrphans || isQuoted(this.text, at, end) ? undefined : this.orphan(at);
    this.orphans += 1;
    if (!orphan) return this.called ? this.take(at, end) : at + 1;
    this.keep(orphan.start);
    for (const candidate of orphan.candidates) this.scan.calls.push({ candidate, before: this.kept.length });
    return this.take(orphan.start, end);
  }

  /** Calls in JSON whose opening mark was lost, `{…}</tool_call>`: those that fill the lines before the mark at `at`. */
  orphan(at: number): { candidates: CallCandidate[]; start: number } | undefined {
    const { text, context, from } = this;
    if (!/[}\]]$/.test(text.slice(Math.max(from, at - 200), at).trimEnd())) return undefined;
    const first = Math.max(from, at - longestOrphan);
    const before = text.slice(first, at);
    let start = at;
    for (let tries = 0; tries < mostLines && start > first; tries += 1) {
      const line = start - first - 1 < 0 ? -1 : before.lastIndexOf("\n{", start - first - 2);
      start = line < 0 ? first : first + line + 1;
      const reading = text[start] === "{" ? readJsonCalls(context, start, false, at) : undefined;
      if (reading?.ending !== "complete" || text.slice(reading.end, at).trim() !== "") continue;
      if (reading.candidates.every((candidate) => context.tools.find(candidate.name)))
        return { candidates: reading.candidates, start };
    }
    return undefined;
  }

  run(): Scan {
    const { interesting } = this.context.marks;
    // What stands only at the beginning of a reply may begin with any letter.
    const first = /^[\p{L}]/u.test(this.text) ? this.mark(0) : 0;
    interesting.lastIndex = first > 1 ? first : 0;
    for (let match = interesting.exec(this.text); match; match = interesting.exec(this.text)) {
      const { calls, broken } = this.scan;
      if (this.context.fuel.left < 0 || this.vain > mostVain || calls.length + broken.length > mostCalls)
        break;
      const next = this.step(match.index);
      if (next >= this.text.length) break;
      interesting.lastIndex = Math.max(next, match.index + 1);
    }
    this.keep(this.text.length);
    this.scan.text = this.kept;
    return this.scan;
  }
}

function lastOpener({ text, marks }: ParseContext): number {
  const all = new RegExp(marks.anyOpen.source, "giu");
  let last = -1;
  for (const found of text.matchAll(all)) last = found.index;
  return last;
}

/** Walks a reply once: takes out marked calls, reasoning and signs of a turn, leaves quoted text alone. */
export function scanReply(context: ParseContext): Scan {
  return new Scanner(context).run();
}
