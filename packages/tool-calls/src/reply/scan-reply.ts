import { plainName } from "../grammar/compile.ts";
import { matchAt } from "../match-at.ts";
import { closerAt, mostCalls, type ParseContext } from "../readers/parse-context.ts";
import type { CallCandidate, ParseResult } from "../readers/parse-result.ts";
import { atLineStart, isQuoted, QuotedLines, readFence, skipCodeSpan } from "./protected-text.ts";
import { readMark } from "./read-mark.ts";

type Reads = (calls: CallCandidate[]) => boolean;
/** A reply with its marked calls removed. */
export type Scan = Omit<Scanner, "run">;

const token = /<[|｜]\s?[^<>|｜\n"'`]{1,60}?\s?[|｜]>/y;
const tagName = /<\/?(?:[|｜]\s?)?(?:([\p{L}_]{1,16})[:|｜]\s?)?([\p{L}_][\p{L}\d_▁\\-]*)/uy;
const bracketName = /\[\/?()?([\p{L}_][\p{L}\d_]*)/uy;
/** Cost of a mark that is not a call: a reply that repeats one has no other content. */
const costOfMark = 1000;
/** No useful reply has more marks that are not calls. */
const mostVain = 800;

function nextOf(pattern: RegExp, text: string, at: number): { index: number; end: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? { index: found.index, end: found.index + found[0].length } : undefined;
}

/** The reply without reasoning at its start whose opening mark the server removed. */
export function withoutLeadingThought(text: string, { thinking }: ParseContext["marks"]): string {
  for (const { open, closes, first } of thinking) {
    const opened = first ? matchAt(open, text, 0) : undefined;
    const closed = opened && nextOf(closes, text, opened[0].length);
    if (closed) return text.slice(closed.end).trimStart();
  }
  return text;
}

class Scanner {
  readonly context: ParseContext;
  readonly text: string;
  /** `before`: length of visible text before a call; `quoted`: its line continues with a quotation. */
  readonly calls: { candidate: CallCandidate; before: number; quoted: boolean }[] = [];
  readonly reasoned: CallCandidate[] = [];
  readonly broken: string[] = [];
  truncated = false;
  /** Whether the reply ends with an opening mark. */
  opened = false;
  kept = "";
  from = 0;
  /** Tags and bracketed words already checked: true if not a mark. */
  readonly strangers = new Map<string, boolean>();
  /** Marks that are not calls. */
  vain = 0;
  /** Inside unclosed reasoning: calls count, text does not. */
  reasoning = false;
  readonly lines = new QuotedLines();
  readonly reads: Reads;

  constructor(context: ParseContext, reads: Reads) {
    this.context = context;
    this.reads = reads;
    this.text = context.text;
  }

  get called(): boolean {
    return this.calls.length > 0 || this.broken.length > 0;
  }

  keep(upTo: number): void {
    if (!this.reasoning) this.kept += this.text.slice(this.from, upTo);
    this.from = upTo;
  }

  take(start: number, end: number): number {
    this.keep(start);
    this.lines.at(this.text, start);
    this.lines.skip(this.text, end);
    this.from = end;
    return end;
  }

  /** Removes a mark without content, unless it is quoted. */
  takeMark(at: number, mark: string): number {
    return isQuoted(this.text, at, at + mark.length) ? at + 1 : this.take(at, at + mark.length);
  }

  /** Records a mark's result; returns where to continue. */
  adopt(at: number, { candidates, ending, reason, end }: ParseResult): number {
    const { text } = this;
    const isCall = candidates.length > 0 || ending === "broken";
    if (isCall && isQuoted(text, at, end, this.from)) return end;
    const start = Math.max(at, this.from);
    this.keep(start);
    const quoted = this.lines.at(text, at) !== undefined;
    for (const candidate of candidates) this.calls.push({ candidate, before: this.kept.length, quoted });
    const isOpened = !isCall && text.length - at < 400 && /^[^\s{]+\s*$/.test(text.slice(at));
    if (ending === "cut") this[isOpened ? "opened" : "truncated"] = true;
    if (ending === "broken") this.broken.push(reason ?? "the call cannot be read");
    return this.take(start, Math.max(ending === "cut" ? text.length : end, at + 1));
  }

  think(at: number): number | undefined {
    const { text } = this;
    const { thinking, orphan } = this.context.marks;
    for (const { open, closes } of thinking) {
      const opened = matchAt(open, text, at);
      if (!opened) continue;
      const inner = at + opened[0].length;
      const closed = this.reasoning ? undefined : nextOf(closes, text, inner);
      if (!this.reasoning) this.context.fuel.left -= (closed?.end ?? text.length) - inner;
      this.take(at, closed?.end ?? inner);
      this.reasoning ||= !closed;
      return closed?.end ?? inner;
    }
    const closer = matchAt(orphan, text, at);
    if (!closer || closer[0] === "") return undefined;
    this.kept = "";
    this.vain += 1;
    this.reasoning = false;
    this.reasoned.push(...this.calls.splice(0).map(({ candidate }) => candidate));
    this.broken.length = 0;
    this.from = at;
    return this.take(at, at + closer[0].length);
  }

  /** Ends the turn at `at`: removes the rest, up to the end of reasoning if it was only that. */
  endTurn(at: number): number {
    const { orphans, thinkOpens } = this.context.marks;
    const close = nextOf(orphans, this.text, at)?.index ?? this.text.length;
    const opened = nextOf(thinkOpens, this.text, at);
    const isWhole = (opened && opened.index < close) || this.text[close - 1] === "`";
    return this.take(at, isWhole ? this.text.length : close);
  }

  /** Whether an invented result begins at `at`; without a call before it, it must be at the start. */
  endsTurn(at: number): boolean {
    const { text } = this;
    const [mark = ""] = matchAt(this.context.marks.results, text, at) ?? [];
    if (mark === "") return false;
    if (this.called || /^<[|｜]/.test(mark)) return !isQuoted(text, at, at + mark.length);
    const isFirst = this.kept.trim() === "" && text.slice(this.from, at).trim() === "";
    return isFirst && /^<[a-z]|^\[/i.test(mark) && atLineStart(text, at);
  }

  step(at: number): number {
    const { text } = this;
    const char = text[at] ?? "";
    if (char === "`" || char === "~") return this.code(at, char);
    // Checked first: most tags belong to no family, and each pattern below is slow.
    if (this.isNoMark(at)) return at + 1;
    if (this.called && this.context.marks.resultLine.test(text.slice(at, at + 40)) && atLineStart(text, at))
      return this.endTurn(at);
    return this.think(at) ?? this.mark(at);
  }

  code(at: number, char: string): number {
    const { text } = this;
    const { marks } = this.context;
    const fence = atLineStart(text, at) ? readFence(text, at) : undefined;
    if (fence && this.called && marks.fences.results.test(fence.language)) return this.endTurn(at);
    if (fence) return fence.closed ? fence.end : text.length;
    if (char === "~") return at + (/^~+/.exec(text.slice(at, at + 1000))?.[0].length ?? 1);
    const end = skipCodeSpan(text, at);
    // A truncation may have removed the end of a span that begins with a mark.
    const isOpen =
      this.context.memory.cutShort && end < at + 3 && /^`{1,2}[<[{]/.test(text.slice(at, at + 4));
    return isOpen && !text.includes("\n\n", at) ? text.length : end;
  }

  mark(at: number): number {
    const { text, context } = this;
    const [stop = ""] = matchAt(context.marks.stops, text, at) ?? [];
    const call = readMark(context, at);
    const isEmpty = call?.ending === "complete" && call.candidates.length === 0;
    if (!call?.candidates.length) {
      context.fuel.left -= costOfMark;
      this.vain += 1;
    }
    if (!this.reads(call?.candidates ?? []) && this.lines.at(text, at) === "begun") return at + 1;
    if (call && !(isEmpty && stop !== ""))
      return isEmpty && isQuoted(text, at, call.end) ? at + 1 : this.adopt(at, call);
    if (stop !== "") return this.takeMark(at, stop);
    if (this.endsTurn(at)) return this.endTurn(at);
    const closer = closerAt(context, at);
    const [control = ""] = matchAt(token, text, at) ?? [];
    // After JSON it closes a call without an opening mark.
    const isJson =
      context.memory.dead.size === 0 && /[}\]]\s*$/.test(text.slice(Math.max(this.from, at - 40), at));
    const ends = this.called || (control === "" && isJson);
    if (closer !== undefined && ends) return this.take(at, closer);
    if (closer !== undefined && control === "") return at + 1;
    return control === "" || control.startsWith("<| ") ? at + 1 : this.takeMark(at, control);
  }

  /** Whether a tag, token or bracketed word begins at `at` that is neither a family's nor a tool's name. */
  isNoMark(at: number): boolean {
    const { text, strangers } = this;
    const { marks, tools } = this.context;
    const char = text[at];
    if (char !== "<" && char !== "[") return false;
    const [whole, vendor, name] = matchAt(char === "<" ? tagName : bracketName, text, at) ?? [];
    if (whole === undefined || name === undefined) return char === "<" || text[at + 1] !== "/";
    const earlier = strangers.get(whole);
    if (earlier !== undefined) return earlier;
    const isKnown = [name, vendor].some((one) => one !== undefined && marks.names.has(plainName(one)));
    const stranger = !isKnown && (char === "[" || (!/^<[|｜]/.test(whole) && !tools.ofTag(name)));
    if (strangers.size < 500) strangers.set(whole, stranger);
    return stranger;
  }

  run(): Scan {
    const { text, context } = this;
    const { interesting } = context.marks;
    // Marks only valid at a reply's start may begin with any letter.
    const first = /^[\p{L}]/u.test(text) ? this.mark(0) : 0;
    interesting.lastIndex = first > 1 ? first : 0;
    for (let match = interesting.exec(text); match; match = interesting.exec(text)) {
      const isSpent = context.fuel.left < 0 || this.vain > mostVain;
      if (isSpent || this.calls.length + this.broken.length > mostCalls) break;
      interesting.lastIndex = Math.max(this.step(match.index), match.index + 1);
    }
    this.keep(text.length);
    return this;
  }
}

/** Scans a reply once: removes marked calls, reasoning and end-of-turn tokens, and ignores quoted text. */
export const scanReply = (context: ParseContext, reads: Reads): Scan => new Scanner(context, reads).run();
