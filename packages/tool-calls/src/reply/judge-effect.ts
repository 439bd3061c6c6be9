import { brokenCall, landAll, reply, tidied } from "../land/land-calls.ts";
import { contextFor, type ParseContext } from "../readers/parse-context.ts";
import type { CallCandidate } from "../readers/parse-result.ts";
import type { FoundCalls, LandedCall, ParseOptions, RefusedCall } from "../shapes.ts";
import type { Scan } from "./scan-reply.ts";
import {
  linesBlock,
  type UnmarkedBlock,
  unmarkedBlocks,
  wholeMessage,
  withoutLabel,
} from "./unmarked-calls.ts";

type Effects = { known: boolean; reads: (name: string) => boolean };

function effectsOf({ reads }: ParseOptions, { tools }: ParseContext): Effects {
  const names = new Set(Array.isArray(reads) ? reads : []);
  return { known: Array.isArray(reads), reads: (name) => names.has(tools.find(name)?.name ?? name) };
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
export function judgeMarked(
  { calls, kept: text }: Scan,
  context: ParseContext,
  options: ParseOptions,
): JudgedMarks {
  const { known, reads } = effectsOf(options, context);
  const judged: JudgedMarks = { run: [], ask: [] };
  const wordsAt = (from: number, to?: number) => text.slice(from, to).trim() !== "";
  const changing = calls.filter(({ candidate }) => !reads(candidate.name));
  const first = changing[0]?.before ?? 0;
  const last = changing.at(-1)?.before ?? 0;
  // Words in the line of a call make it a part of their sentence.
  const spoken = /^[ \t]{0,3}\p{L}\S*[ \t]+\S+[ \t]+\S/u.test(text.slice(last, last + 200));
  const placed =
    !wordsAt(first, last) && !leadsInto(text.slice(0, first)) && (!wordsAt(last) || !wordsAt(0, first));
  const meant = !spoken && (!known || placed);
  for (const { candidate, before } of calls) {
    const runs = meant || reads(candidate.name);
    (runs ? judged.run : judged.ask).push(candidate);
    if (runs && known) judged.end = before;
  }
  return judged;
}

/** Calls without marks that end the message and begin before any mark: what looks like one is data inside of them. */
export function judgeBeforeMarks(context: ParseContext, options: ParseOptions): FoundCalls | undefined {
  const mark = context.marks.anyMark.exec(context.text)?.index;
  if (mark === undefined || !/[}\])`]\s*$/.test(context.text.slice(-200))) return undefined;
  const { finishReason } = options;
  const found = fromBlocks(context, finishReason ? { finishReason } : {}, mark);
  return found && found.calls.length > 0 && !found.truncated ? found : undefined;
}

/** Calls without marks. They run where they end the reply and nothing says that they are shown; those that only read run wherever they stand. */
export function judgeUnmarked(given: ParseContext, options: ParseOptions): FoundCalls | undefined {
  if (given.text.trim() === "" || given.tools.tools.length === 0) return undefined;
  const output = given.marks.inventedFence.exec(given.text)?.index ?? 0;
  const context = output > 0 ? contextFor(given.text.slice(0, output).trimEnd(), given) : given;
  return fromBlocks(context, options);
}

function candidatesOf(blocks: readonly UnmarkedBlock[]): CallCandidate[] {
  return blocks.flatMap(({ reading }) => reading.candidates);
}

/** The blocks that end the text, first to last, with nothing but white space between and behind them. */
function trailing(blocks: readonly UnmarkedBlock[], text: string): UnmarkedBlock[] {
  let end = text.length;
  const before = blocks.findLastIndex((block) => {
    const isApart = text.slice(block.end, end).trim() !== "";
    end = block.start;
    return isApart;
  });
  return blocks.slice(before + 1);
}

function wordsBefore({ before, start }: UnmarkedBlock, { text, marks }: ParseContext): string {
  return withoutLabel(before ?? text.slice(0, start), marks);
}

function spokenBefore(block: UnmarkedBlock, context: ParseContext): string {
  return [wordsBefore(block, context), block.text ?? ""].filter(Boolean).join("\n");
}

/** `mark`: where the first mark stands, before which the calls that end the text have to begin. */
function fromBlocks(context: ParseContext, options: ParseOptions, mark?: number): FoundCalls | undefined {
  const { text, tools } = context;
  const effects = effectsOf(options, context);
  const found = unmarkedBlocks(context, effects.known);
  const alone = found.length === 0 ? (linesBlock(context) ?? wholeMessage(context)) : undefined;
  const blocks = alone ? [alone] : found;
  const last = trailing(blocks, text);
  const start = last[0]?.start ?? Infinity;
  if (mark !== undefined && (start > mark || last.some(({ reading }) => reading.ending !== "complete")))
    return undefined;
  const isReading = ({ reading }: UnmarkedBlock) =>
    reading.candidates.length > 0 && reading.candidates.every(({ name }) => effects.reads(name));
  const several = !effects.known && last.length === 1 && candidatesOf(last).length > 1;
  const shown = last[0] !== undefined && !several && leadsInto(wordsBefore(last[0], context), false);
  const apart = blocks.some(
    (block) => !last.includes(block) && block.reading.candidates.length > 0 && !isReading(block),
  );
  const runs = (block: UnmarkedBlock) =>
    isReading(block) || (last.includes(block) && !shown && !apart && block.inLine !== true);
  const run = blocks.filter(runs);
  const landed = landAll(candidatesOf(run), tools, options.finishReason);
  if (run.some(({ reading }) => reading.ending === "cut")) landed.truncated = true;
  if (landed.calls.length > 0 || landed.truncated) {
    if (landed.calls.length > 0 && !last.some(runs)) landed.rejected = [];
    return reply(landed, tidied(run[0] ? spokenBefore(run[0], context) : ""));
  }
  if (!effects.known) return undefined;
  const ask = blocks.filter((block) => !runs(block) && block.reading.ending !== "cut");
  const rejected = [...run, ...ask].flatMap((block) => asked(block, run.length === 1, context, options));
  return rejected.length > 0 ? reply({ ...landed, rejected }, text.trim() === "" ? "" : text) : undefined;
}

/** What is asked for once: a call among words, one that cannot be read, and a reply that is nothing but a call of no tool. */
function asked(
  { reading, start, end }: UnmarkedBlock,
  isOnly: boolean,
  { text, tools }: ParseContext,
  { finishReason }: ParseOptions,
): RefusedCall[] {
  const { calls, rejected } = landAll(reading.candidates, tools, finishReason);
  const isWhole = (text.slice(0, start) + text.slice(end)).trim() === "";
  const ends = isOnly && text.slice(end).trim() === "";
  const meant = rejected.filter(({ why }) => (why.kind === "unknown_tool" ? isWhole : ends));
  return [
    ...calls.map(doubtful),
    ...meant.map(({ name, why }): RefusedCall => ({ name, why: { ...why, kind: "doubtful" } })),
    ...(reading.ending === "broken" ? [brokenCall(reading.reason ?? "it cannot be read")] : []),
  ];
}
