import { skipBlanks } from "../../json/blanks.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { callsMeet } from "./calls-meet.ts";
import { compiledPattern } from "./compiled-pattern.ts";
import { endsAsWord, standsBehindWord } from "./mention.ts";
import { withPlainTagsInside } from "./name-spaces.ts";
import type { OwnMarks } from "./own-marks.ts";
import { tornMarkup } from "./torn-markup.ts";

/** The tags that matter around a value, as pattern sources. */
export type ValueTags = {
  /** Opens a sibling; group 1 is its name, if it has one. */
  opener: string;
  /** The value's own tag, where tags of other names do not share its closer. */
  own?: string;
  /** Closes the value. */
  closer: string;
  /** Opens and closes what the value stands in. */
  outerOpener: string;
  outer: string;
  /** Tells, of what `outer` found, what stands around the call itself and so closes none of its values. */
  around?: RegExp;
  marks: OwnMarks;
};

/**
 * The text of a value and where the tags after it begin; `undefined` if the output ran out first. `unclear` says why
 * the markup allows a second reading, so that the call must be refused.
 */
export type ValueReading = { text: string; end: number; unclear?: string };

/** A name space before a tag: DSML's bars, `minimax:`, `ifm|`. */
export const tagPrefix = "(?:[|｜]\\s?[A-Z]{2,8}\\s?[|｜]\\s?|[A-Za-z]+[:|])?";

const structure = /(?:<\/?(?:[|｜]|[\p{L}\p{M}\p{N}_:|.-]+[\s=>])|```|\[)/uy;

/**
 * Where a line break follows the opening tag, that one and the one before the closing tag are format. Where the value
 * begins in line, every line break in it is data.
 */
function withoutFrame(value: string): string {
  const framed = value.replace(/^\r?\n/, "");
  return framed === value ? value : framed.replace(/\r?\n$/, "");
}

/** A value without a closing tag ends in the line break that separates it from the next tag. */
function withoutSeparator(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
}

function compiled({ opener, closer, outerOpener, outer }: ValueTags): RegExp {
  const source = `(?<close>${closer})|(?<outer>${outer})|(?<wrap>${outerOpener})|(?<open>${opener})`;
  return compiledPattern(source, "gu");
}

function startsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  return /(?:^|\n|>)[ \t]*$/.test(before);
}

/** Behind a closing tag, what is left of an opening one that lost its beginning. */
const tornOpener = /\s{0,40}[^\s<>]{0,60}>|[^<>\n]{0,80}["=][^<>\n]{0,80}>/y;

/**
 * True if a value that goes on behind the closing tag from `index` to `end` may have ended there: it stands in line, the
 * tag on a line of its own, or behind it what looks like the rest of a damaged one.
 */
function isTorn(text: string, from: number, index: number, end: number): boolean {
  const behind = text[end] ?? "";
  if (/^[ \t]*\n/.test(text.slice(end, end + 40))) return true;
  const framed = /^\r?\n/.test(text.slice(from, from + 2));
  const ownLine = /\n[ \t]*$/.test(text.slice(Math.max(0, index - 40), index));
  if (!framed || ownLine) return true;
  if (text[skipBlanks(text, end)] === "<" || /\w/.test(behind)) return true;
  if (/["'`]/.test(behind) && !text.slice(from, index).includes(behind)) return true;
  return matchAt(tornOpener, text, end) !== undefined;
}

/** True if the closing tag of a value that has one of its own stands before that of the call. */
function closesBeforeCall(text: string, at: number, { closer, outer }: ValueTags): boolean {
  const own = compiledPattern(`(${closer})|${outer}`, "g");
  own.lastIndex = at;
  return own.exec(text)?.[1] !== undefined;
}

const onlyClosers = /^(?:\s|<\/[^<>]{1,60}>|<[|｜][^<>]{1,60}>|```)*$/;

/**
 * Reads a value that begins at `at`. It ends at its closing tag, or where one was plainly forgotten: at the next
 * parameter that the tool has and the call lacks, or at the end of the call. Whole calls inside the value are data.
 * `name` is the parameter's.
 */
export function readXmlValue(
  context: ParseContext,
  at: number,
  tags: ValueTags,
  isNext: (name: string) => boolean,
  name: string,
  names: readonly string[],
): ValueReading | undefined {
  const { text, fuel } = context;
  const pattern = compiled(tags);
  /** True if a call begins inside `raw` and more of its values than end there: the value went on into the next call. */
  const goesOn = (raw: string) =>
    raw.includes("<") &&
    compiledPattern(`(?:${tags.outerOpener})[^<>]{0,120}>?[^<>]{0,80}(?:${tags.opener})`, "u").test(raw) &&
    [...raw.matchAll(compiledPattern(tags.opener, "gu"))].length >
      [...raw.matchAll(compiledPattern(tags.closer, "gu"))].length;
  const reading = (index: number, end: number, closed: boolean): ValueReading => {
    const written = text.slice(at, index);
    const raw = withPlainTagsInside(written);
    const next = goesOn(raw) ? "the next call's" : undefined;
    const value = closed ? withoutFrame(written) : withoutSeparator(written);
    const empty = closed || value !== "" ? undefined : "nothing";
    const torn =
      empty ??
      callsMeet(raw, context.tools, tags.marks) ??
      next ??
      tornMarkup(raw, closed, name, tags.marks, names);
    return torn === undefined
      ? { text: value, end }
      : { text: value, end, unclear: `the value of ${name} is closed by ${torn}` };
  };
  const closes = tags.own !== undefined && closesBeforeCall(text, at, tags);
  let nested = 0;
  let twins = 0;
  /** How often its own tag was opened inside the value, less how often it was closed. */
  let surplus = 0;
  let sure = false;
  let wrapped = 0;
  let doubtful: ValueReading | undefined;
  /** True if what looks like a damaged tag stands behind a closing one. */
  let torn = false;
  /** The last closing tag that closed a nested one. */
  let inner: { index: number; end: number } | undefined;
  /** Where the call is closed although the value is not: its end, unless the value's own closing tag comes next. */
  let ended: ValueReading | undefined;
  /** True if the value's own opening tag stands in it. */
  let again = false;
  /** The name in a tag that may be the next parameter's and stands in the value. */
  let swallowed: string | undefined;
  const withDoubt = (value: ValueReading, next?: string): ValueReading => {
    if (value.unclear) return value;
    if (doubtful && doubtful.end < value.end)
      return { ...value, unclear: `the value of ${name} is closed twice` };
    if ((tags.own !== undefined && surplus >= 0) || (again && tags.own === undefined))
      return { ...value, unclear: `the value of ${name} is opened twice` };
    if (swallowed === undefined || swallowed === next || tags.own !== undefined) return value;
    return { ...value, unclear: `the tag of ${swallowed} stands inside the value of ${name}` };
  };
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match && fuel.left > 0; match = pattern.exec(text)) {
    const { index, groups } = match;
    const end = index + match[0].length;
    if (ended && groups?.open !== undefined) return ended;
    if (groups?.open !== undefined) {
      const opened = (groups.name ?? groups.plain ?? "").trim();
      if (closes && opened !== tags.own) {
        pattern.lastIndex = end;
        continue;
      }
      if (nested === 0 && wrapped === 0 && isNext(opened)) {
        if (inner && text.slice(inner.end, index).trim() === "")
          return withDoubt(reading(inner.index, inner.end, true), opened);
        if (startsLine(text, index) || (tags.own === undefined && standsBehindWord(text, index, end)))
          return doubtful ?? reading(index, index, false);
      }
      const begun = index > skipBlanks(text, at) && startsLine(text, index);
      const likely =
        isNext(opened) || begun || standsBehindWord(text, index, end) || !endsAsWord(text, index, end);
      if (wrapped === 0 && likely) swallowed ??= opened;
      if (opened === name && wrapped === 0) again = true;
      nested += 1;
      if (tags.own === opened) {
        twins += 1;
        surplus += 1;
      }
    } else if (groups?.wrap !== undefined) {
      wrapped += ended ? 0 : 1;
    } else if (groups?.close !== undefined) {
      surplus -= 1;
      const next = skipBlanks(text, end);
      const followed = next >= text.length || matchAt(structure, text, next) !== undefined;
      if (nested > 0) {
        nested -= 1;
        inner = { index, end };
        sure = tags.own !== undefined && twins === 0;
        twins = Math.max(0, twins - 1);
      } else if (followed) {
        fuel.left -= end - at;
        const whole = reading(index, end, true);
        return torn ? { ...whole, unclear: `the value of ${name} is closed twice` } : whole;
      } else {
        torn ||= isTorn(text, at, index, end);
        doubtful ??= reading(index, end, true);
      }
    } else if (wrapped > 0) {
      wrapped -= 1;
    } else if (nested === 0 && !ended) {
      fuel.left -= end - at;
      if (inner && text.slice(inner.end, index).trim() === "")
        return withDoubt(reading(inner.index, inner.end, true));
      ended = doubtful ?? withDoubt(reading(index, index, false));
      // Its one closing tag went to a tag inside: either may have been meant.
      if (!doubtful && inner && tags.own === undefined)
        ended.unclear ??= `the value of ${name} is closed by another's tag`;
      if (
        !doubtful &&
        tags.around?.test(match[0]) &&
        !/\n[ \t]*$/.test(text.slice(Math.max(at, index - 40), index))
      )
        ended.unclear ??= `the value of ${name} is not closed, nor is the call`;
    }
    pattern.lastIndex = end;
  }
  fuel.left -= text.length - at;
  if (ended) return ended;
  if (
    inner &&
    (sure || !context.memory.cutShort) &&
    onlyClosers.test(text.slice(inner.end, inner.end + 400))
  ) {
    const last = withDoubt(reading(inner.index, inner.end, true));
    // Its closing tag may be that of the tag inside: the end of the call would tell, and is damaged.
    const isClosed = compiledPattern(`^\\s*(?:${tags.outer})`, "u").test(
      text.slice(inner.end, inner.end + 200),
    );
    if (tags.own === undefined && !isClosed) last.unclear ??= `the value of ${name} is opened twice`;
    return last;
  }
  return doubtful;
}
