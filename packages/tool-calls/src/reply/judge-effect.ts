import { brokenCall, type Landed, landAll, reply, tidied } from "../land/land-calls.ts";
import type { CallCandidate } from "../readers/call-candidate.ts";
import { contextFor, type ParseContext } from "../readers/parse-context.ts";
import type { ToolIndex } from "../readers/tool-index.ts";
import type { FoundCalls, LandedCall, ParseOptions, RefusedCall } from "../shapes.ts";
import { withoutCutTail } from "./cut-opening.ts";
import type { Scan } from "./scan-reply.ts";
import {
  reactBlock,
  type UnmarkedBlock,
  unmarkedBlocks,
  wholeMessage,
  withoutInventedOutput,
  withoutLabel,
} from "./unmarked-calls.ts";

/** What is known of the tools: whether their effects are, and which only read. */
export type Effects = { known: boolean; reads: (name: string) => boolean };

export function effectsOf({ reads }: ParseOptions, tools: ToolIndex): Effects {
  if (!Array.isArray(reads)) return { known: false, reads: () => false };
  const names = new Set(reads);
  return { known: true, reads: (name) => names.has(tools.find(name)?.name ?? name) };
}

/** What ends the words that show a call or announce it: a colon, an abbreviation, a heading, a label in bold, the sign of a list. */
const introduction =
  /[:：]\**$|(?:^|\s)\p{L}\.\p{L}\.$|^[ \t]*(?:#{1,6}\s.*|\*\*[^*]+\*\*|[-*+]|\d{1,3}[.)])$/u;
const sentenceEnd = /[.!?。！？…)\]"”'’*`]$/;

/** True if the words before a call lead into it, by their form alone: what follows may be an example as well as meant. */
function leadsInto(before: string, inLine = !/\n\s*$/.test(before)): boolean {
  const words = before.trimEnd();
  const line = words.slice(words.lastIndexOf("\n") + 1);
  return words !== "" && (introduction.test(line) || (inLine && !sentenceEnd.test(words)));
}

/** A call that is understood and not surely meant: asked for once. */
export function doubtful({ name, arguments: given }: LandedCall): RefusedCall {
  const why = {
    reason: "it stands among words, so it may be an example",
    kind: "doubtful" as const,
    expected: "one call at the end of the reply.",
    got: JSON.stringify(given).slice(0, 200),
    hint: "call it alone if you mean it.",
  };
  return { name, why };
}

/** Which marked calls run, which are asked for, and where the words end that stand before the last one that runs. */
export type JudgedMarks = { run: CallCandidate[]; ask: CallCandidate[]; end?: number };

/**
 * Marked calls by their effect. One that only reads runs wherever it stands. One that changes something runs where it begins the reply, or ends it behind words that
 * do not lead into it, and not where several stand with words between them. Where effects are not known marks are taken at their word.
 */
export function judgeMarked({ calls, text }: Scan, { known, reads }: Effects): JudgedMarks {
  const judged: JudgedMarks = { run: [], ask: [] };
  const wordsAt = (from: number, to: number) => text.slice(from, to).trim() !== "";
  const changing = calls.filter(({ candidate }) => !reads(candidate.name));
  const first = changing[0]?.before ?? 0;
  const last = changing.at(-1)?.before ?? 0;
  const apart = wordsAt(first, last);
  const behind = wordsAt(last, text.length);
  const begins = !wordsAt(0, first);
  // Words in the line of a call make it a part of their sentence.
  const spoken = /^[ \t]{0,3}\p{L}\S*[ \t]+\S+[ \t]+\S/u.test(text.slice(last, last + 200));
  const led = leadsInto(text.slice(0, first));
  const meant = !spoken && (!known || (!apart && !led && (!behind || begins)));
  for (const { candidate, before } of calls) {
    const runs = meant || reads(candidate.name);
    (runs ? judged.run : judged.ask).push(candidate);
    if (runs && known) judged.end = before;
  }
  return judged;
}

/** What a reply is of: all that was said, what is left when marks were taken out, or what stands before the first mark. */
type Ground = "whole" | "rest" | "before-marks";

/**
 * Calls without marks. They run where they end the reply and nothing says that they are shown; those that only read run wherever they stand.
 */
export function judgeUnmarked(
  given: ParseContext,
  content: string,
  options: ParseOptions,
  ground: Ground,
): FoundCalls | undefined {
  if (given.text.trim() === "" || given.tools.tools.length === 0) return undefined;
  const finish = options.finishReason;
  const effects = effectsOf(options, given.tools);
  if (ground === "before-marks") return beforeMarks(given, options);
  const context = withoutInventedOutput(given);
  const found = fromBlocks(context, content, effects, options, ground);
  if (found || finish !== "length") return found;
  const shorter = withoutCutTail(context.text, context.marks);
  return shorter === context.text
    ? undefined
    : fromBlocks(contextFor(shorter, context), content, effects, options, ground);
}

/** Calls that end the message and begin before any mark: what looks like one is data inside of them. */
function beforeMarks(context: ParseContext, options: ParseOptions): FoundCalls | undefined {
  const { text, marks } = context;
  const mark = marks.anyMark.exec(text)?.index ?? -1;
  const start = text.search(/[[{`]/);
  if (mark < 0 || !/[}\])`]\s*$/.test(text.slice(-200))) return undefined;
  const blocks = start < 0 || start > mark ? [] : unmarkedBlocks(context, false);
  const react = blocks.length === 0 ? reactBlock(context) : undefined;
  const last = react ? [react] : trailing(blocks, text);
  const first = last[0];
  if (!first || first.start > mark || last.some(({ reading }) => reading.ending !== "complete"))
    return undefined;
  if (leadsInto(withoutLabel(text.slice(0, first.start), marks), false)) return undefined;
  const landed = landAll(
    last.flatMap(({ reading }) => reading.candidates),
    context.tools,
    options.finishReason,
  );
  return landed.calls.length > 0 && !landed.truncated
    ? reply(landed, tidied(spoken(first, react, context)))
    : undefined;
}

/** The blocks that end the text, first to last, with nothing but white space between and behind them. */
function trailing(blocks: readonly UnmarkedBlock[], text: string): UnmarkedBlock[] {
  let end = text.trimEnd().length;
  let first = blocks.length;
  while (first > 0) {
    const block = blocks[first - 1];
    if (!block || text.slice(block.end, end).trim() !== "") break;
    end = block.start;
    first -= 1;
  }
  return blocks.slice(first);
}

function fromBlocks(
  context: ParseContext,
  content: string,
  effects: Effects,
  options: ParseOptions,
  ground: Ground,
): FoundCalls | undefined {
  const { text, tools } = context;
  const finish = options.finishReason;
  const blocks = unmarkedBlocks(context, effects.known);
  const react = blocks.length === 0 ? reactBlock(context) : undefined;
  if (react) blocks.push(react);
  const whole = blocks.length === 0 ? wholeMessage(context) : undefined;
  if (whole) blocks.push({ reading: whole, start: 0, end: text.length, text: "" });
  if (blocks.length === 0) return undefined;
  const last = trailing(blocks, text);
  // A mark that was taken out of the middle may have stood in a value.
  const torn =
    ground === "rest" &&
    last.some(
      ({ start, end, reading }) =>
        reading.candidates.length > 0 && !content.includes(text.slice(start, end).trim()),
    );
  const isReading = ({ reading }: UnmarkedBlock) =>
    reading.candidates.length > 0 && reading.candidates.every(({ name }) => effects.reads(name));
  const before = (block: UnmarkedBlock) => (block === react ? react.before : text.slice(0, block.start));
  const several = !effects.known && last.length === 1 && (last[0]?.reading.candidates.length ?? 0) > 1;
  const shown =
    last[0] !== undefined && !several && leadsInto(withoutLabel(before(last[0]), context.marks), false);
  const apart = blocks.some(
    (block) => !last.includes(block) && block.reading.candidates.length > 0 && !isReading(block),
  );
  const run: UnmarkedBlock[] = [];
  const ask: UnmarkedBlock[] = [];
  for (const block of blocks) {
    const ends = last.includes(block) && !shown && !apart && !torn && block.inLine !== true;
    if (ends || (isReading(block) && !(ground === "rest" && torn))) run.push(block);
    else if (effects.known && block.reading.ending !== "cut") ask.push(block);
  }
  const landed = landAll(
    run.flatMap(({ reading }) => reading.candidates),
    tools,
    finish,
  );
  if (run.some(({ reading }) => reading.ending === "cut")) landed.truncated = true;
  if (landed.calls.length > 0 || landed.truncated) {
    landed.rejected =
      landed.calls.length > 0 && !last.some((block) => run.includes(block)) ? [] : landed.rejected;
    const first = run[0];
    const words = first ? spoken(first, react, context) : "";
    return reply(landed, tidied(words));
  }
  return effects.known ? asked(run, ask, context, options) : undefined;
}

/** The words that stand before calls without marks. */
function spoken(
  first: UnmarkedBlock,
  react: UnmarkedBlock | undefined,
  { text, marks }: ParseContext,
): string {
  if (first === react) return react.text ?? "";
  const before = withoutLabel(text.slice(0, first.start), marks);
  return [before, first.text ?? ""].filter(Boolean).join("\n");
}

/** What is asked for once: a call among words, one that cannot be read, and a reply that is nothing but a call of no tool. */
function asked(
  run: UnmarkedBlock[],
  ask: UnmarkedBlock[],
  context: ParseContext,
  options: ParseOptions,
): FoundCalls | undefined {
  const { text, tools } = context;
  const landed: Landed = { calls: [], rejected: [], truncated: false };
  for (const { reading, start, end } of [...run, ...ask]) {
    const { calls, rejected } = landAll(reading.candidates, tools, options.finishReason);
    const whole = (text.slice(0, start) + text.slice(end)).trim() === "";
    const ends = run.length === 1 && text.slice(end).trim() === "";
    landed.rejected.push(
      ...calls.map(doubtful),
      ...rejected
        .filter(({ why }) => (why.kind === "unknown_tool" ? whole : ends))
        .map(({ name, why }) => ({ name, why: { ...why, kind: "doubtful" as const } })),
    );
    if (reading.ending === "broken") landed.rejected.push(brokenCall(reading.reason ?? "it cannot be read"));
  }
  return landed.rejected.length > 0 ? reply(landed, text.trim() === "" ? "" : text) : undefined;
}
