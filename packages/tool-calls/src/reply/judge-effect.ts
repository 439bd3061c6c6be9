import { brokenCall, type Finish, landAll, reply, tidied } from "../land/land-calls.ts";
import { contextFor, type ParseContext } from "../readers/parse-context.ts";
import type { CallCandidate } from "../readers/parse-result.ts";
import type { FoundCalls, LandedCall, ParseOptions, RefusedCall } from "../shapes.ts";
import { withoutCutMark } from "./cut-opening.ts";
import type { Scan } from "./scan-reply.ts";
import { type UnmarkedBlock, unmarkedBlocks, withoutLabel } from "./unmarked-calls.ts";

export function effectsOf({ reads }: ParseOptions, { tools }: ParseContext) {
  const names = new Set(Array.isArray(reads) ? reads : []);
  const known = (name: string) => names.has(tools.find(name)?.name ?? name);
  /** Whether all calls are read-only. */
  const read = (calls: CallCandidate[]) => calls.length > 0 && calls.every(({ name }) => known(name));
  return { known: Array.isArray(reads), reads: known, read };
}

/** How text that quotes or announces a call ends: a colon, an abbreviation, a heading, a bold label, a list marker. */
const introduction =
  /[:：]\**$|(?:^|\s)\p{L}\.\p{L}\.$|^[ \t]*(?:#{1,6}\s.*|\*\*[^*]+\*\*|[-*+]|\d{1,3}[.)])$/u;
const sentenceEnd = /[.!?。！？…)\]"”'’*`]$/;

/** Whether the text before a call introduces it, by its form alone: the call may be an example or intended. */
function leadsInto(before: string, inLine = !/\n\s*$/.test(before)): boolean {
  const words = before.trimEnd();
  const line = words.slice(words.lastIndexOf("\n") + 1);
  return words !== "" && (introduction.test(line) || (inLine && !sentenceEnd.test(words)));
}

/** A call that is understood but possibly not intended: the model is asked once. */
function doubtful({ name, arguments: given }: LandedCall): RefusedCall {
  const why = {
    reason: "it stands among words, so it may be an example",
    kind: "doubtful" as const,
    expected: "one call at the end of the reply.",
    got: JSON.stringify(given).slice(0, 200),
    hint: "call it alone if you mean it.",
  };
  return { name, why };
}

/**
 * Read-only marked calls always run. Others run at the start of the reply, or at its end after text that does not introduce them, without
 * text between several. If effects are unknown, all marked calls run.
 */
export function judgeMarked(scan: Scan, context: ParseContext, options: ParseOptions): FoundCalls {
  const { calls, kept: text } = scan;
  const { known, reads } = effectsOf(options, context);
  const finish = options.finishReason;
  const wordsAt = (from: number, to?: number) => text.slice(from, to).trim() !== "";
  const changing = calls.filter(({ candidate }) => !reads(candidate.name));
  const first = changing[0]?.before ?? 0;
  const last = changing.at(-1)?.before ?? 0;
  // Text on the same line makes a call part of a sentence.
  const spoken = /^[ \t]{0,3}\p{L}\S*[ \t]+\S+[ \t]+\S/u.test(text.slice(last, last + 200));
  const placed =
    !wordsAt(first, last) && !leadsInto(text.slice(0, first)) && (!wordsAt(last) || !wordsAt(0, first));
  const meant = !spoken && (!known || placed) && !changing.some(({ quoted }) => quoted);
  const runs = ({ candidate }: Scan["calls"][number]) => meant || reads(candidate.name);
  const run = calls.filter(runs);
  const candidates = (some: Scan["calls"]) => some.map(({ candidate }) => candidate);
  const landed = landAll(candidates(run), context.tools, finish);
  landed.rejected.push(...scan.broken.map(brokenCall));
  const ask = landed.calls.length > 0 ? [] : candidates(calls.filter((call) => !runs(call)));
  landed.rejected.push(...landAll(ask, context.tools, finish).calls.map(doubtful));
  landed.truncated ||= scan.truncated;
  const ragged = finish !== "stop" && (landed.calls.length > 0 || landed.truncated);
  const shown = tidied(ragged ? withoutCutMark(text.trimEnd(), context.marks) : text);
  const end =
    known && landed.calls.length > 0 && landed.rejected.length === 0 ? run.at(-1)?.before : undefined;
  return reply(landed, shown, end === undefined ? shown : tidied(text.slice(0, end)));
}

const candidatesOf = (blocks: readonly UnmarkedBlock[]): CallCandidate[] =>
  blocks.flatMap(({ reading }) => reading.candidates);

/** The blocks that end the text, first to last, with only white space between and after them. */
function trailing(blocks: readonly UnmarkedBlock[], text: string): UnmarkedBlock[] {
  let end = text.length;
  const before = blocks.findLastIndex((block) => {
    const isApart = text.slice(block.end, end).trim() !== "";
    end = block.start;
    return isApart;
  });
  return blocks.slice(before + 1);
}

/** Unmarked calls run at the reply's end unless quoted; read-only ones run anywhere. `mark`: position before which they must begin. */
export function judgeUnmarked(given: ParseContext, options: ParseOptions, mark?: number) {
  const output = mark === undefined ? (given.marks.inventedFence.exec(given.text)?.index ?? 0) : 0;
  const context = output > 0 ? contextFor(given.text.slice(0, output).trimEnd(), given) : given;
  const { text, tools, marks } = context;
  if (text.trim() === "" || tools.tools.length === 0) return undefined;
  const effects = effectsOf(options, context);
  const blocks = unmarkedBlocks(context, effects);
  const last = trailing(blocks, text);
  const [final] = last;
  const isWhole = last.every(({ reading }) => reading.ending === "complete");
  if (mark !== undefined && !(final && final.start <= mark && isWhole)) return undefined;
  const wordsBefore = ({ before, start }: UnmarkedBlock) =>
    withoutLabel(before ?? text.slice(0, start), marks);
  const isReading = ({ reading }: UnmarkedBlock) => effects.read(reading.candidates);
  const several = !effects.known && last.length === 1 && candidatesOf(last).length > 1;
  const shown = final !== undefined && !several && leadsInto(wordsBefore(final), false);
  const apart = blocks.some(
    (block) => !last.includes(block) && block.reading.candidates.length > 0 && !isReading(block),
  );
  const runs = (block: UnmarkedBlock) =>
    isReading(block) || (last.includes(block) && !shown && !apart && !block.inLine);
  const run = blocks.filter(runs);
  const landed = landAll(candidatesOf(run), tools, options.finishReason);
  if (run.some(({ reading }) => reading.ending === "cut")) landed.truncated = true;
  if (landed.calls.length > 0 || landed.truncated) {
    if (landed.calls.length > 0 && !last.some(runs)) landed.rejected = [];
    const spoken = run[0] ? [wordsBefore(run[0]), run[0].text ?? ""] : [];
    return reply(landed, tidied(spoken.filter(Boolean).join("\n")));
  }
  if (!effects.known) return undefined;
  const ask = blocks.filter((block) => !runs(block) && block.reading.ending !== "cut");
  const rejected = [...run, ...ask].flatMap((block) =>
    asked(block, run.length === 1, context, options.finishReason),
  );
  return rejected.length > 0 ? reply({ ...landed, rejected }, text) : undefined;
}

/** Calls to ask about once: inside text, unreadable, or a reply that is only a call of an unknown tool. */
function asked(block: UnmarkedBlock, isOnly: boolean, context: ParseContext, finish?: Finish): RefusedCall[] {
  const { reading, start, end } = block;
  const { text } = context;
  const { calls, rejected } = landAll(reading.candidates, context.tools, finish);
  const isWhole = (text.slice(0, start) + text.slice(end)).trim() === "";
  const ends = isOnly && text.slice(end).trim() === "";
  const meant = rejected.filter(({ why }) => (why.kind === "unknown_tool" ? isWhole : ends));
  return [
    ...calls.map(doubtful),
    ...meant.map(({ name, why }): RefusedCall => ({ name, why: { ...why, kind: "doubtful" } })),
    ...(reading.ending === "broken" ? [brokenCall(reading.reason ?? "it cannot be read")] : []),
  ];
}
