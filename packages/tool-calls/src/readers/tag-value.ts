import type { TagForm } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { matchAt, type ParseContext } from "./parse-context.ts";

/**
 * The text of a value and where the tags after it begin. `unclear` says why the markup allows a second reading, so that the call must be refused.
 */
export type ValueReading = { text: string; end: number; unclear?: string };

const structure = /(?:[<\]](?=[/|｜\p{L}_<])|```|\[)/uy;

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

const patterns = new Map<string, RegExp>();
const mostPatterns = 100;

function patternFor(form: TagForm, key: string): RegExp {
  const source = `(?<close>${form.closes(key)})|(?<outer>${form.end})|(?<wrap>${form.around})|(?<open>${form.opens})`;
  const known = patterns.get(source) ?? new RegExp(source, "giu");
  if (patterns.size >= mostPatterns) patterns.clear();
  patterns.set(source, known);
  return known;
}

function startsLine(text: string, at: number): boolean {
  return /(?:^|\n|>)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));
}

const onlyClosers = /^(?:\s|<\/[^<>]{1,60}>|<[|｜][^<>]{1,60}>|```)*$/;

/**
 * Reads the value of `key` that begins at `at`; `undefined` if the output ran out first. It ends at its closing tag, or where one was forgotten: at
 * the next parameter that the tool has and the call lacks (`isNext`), or at the end of the call. Whole calls inside a value are data.
 */
export function readTagValue(
  context: ParseContext,
  at: number,
  form: TagForm,
  key: string,
  isNext: (name: string) => boolean,
): ValueReading | undefined {
  const { text, fuel, marks } = context;
  const pattern = patternFor(form, key);
  const reading = (index: number, end: number, closed: boolean): ValueReading => {
    const written = text.slice(at, index);
    fuel.left -= written.length;
    if (closed && !form.ownCloser && written.trimEnd().endsWith(`</${key}>`) && !written.includes(`<${key}`))
      return { text: written, end, unclear: `the value of ${key} is closed by its own name` };
    if (closed) return { text: form.asItIs ? written : withoutFrame(written), end };
    const value = withoutSeparator(written);
    if (value === "") return { text: value, end, unclear: `the value of ${key} is not closed` };
    if (/<\/[^<>\s]{1,40}>\s*$/.test(value))
      return { text: value, end, unclear: `the value of ${key} is closed by another's tag` };
    if (marks.callMark.test(value))
      return { text: value, end, unclear: `the value of ${key} holds the mark of a call` };
    return { text: value, end };
  };
  let nested = 0;
  let wrapped = 0;
  /** True if parameters stand in a call inside the value. */
  let inside = false;
  let doubtful: ValueReading | undefined;
  /** The last closing tag that closed a nested one. */
  let inner: { index: number; end: number } | undefined;
  /** Where the call is closed although the value is not: its end, unless the value's own closing tag comes next. */
  let ended: ValueReading | undefined;
  /** The name in a tag that may be the next parameter's, or this one's again, and stands in the value. */
  let swallowed: string | undefined;
  const withDoubt = (value: ValueReading, next?: string): ValueReading => {
    if (value.unclear !== undefined) return value;
    if (doubtful && doubtful.end < value.end)
      return { ...value, unclear: `the value of ${key} is closed twice` };
    if (swallowed === undefined || swallowed === next) return value;
    return { ...value, unclear: `the tag of ${swallowed} stands inside the value of ${key}` };
  };
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match && fuel.left > 0; match = pattern.exec(text)) {
    const { index, groups = {} } = match;
    const end = index + match[0].length;
    if (groups.open !== undefined) {
      if (ended) return ended;
      const opened = (groups.key ?? "").trim();
      if (form.ownCloser && opened !== key && !isNext(opened)) continue;
      if (nested === 0 && wrapped === 0 && isNext(opened)) {
        if (inner && text.slice(inner.end, index).trim() === "")
          return withDoubt(reading(inner.index, inner.end, true), opened);
        if (
          (startsLine(text, index) ||
            form.strict ||
            (/\S/.test(text[index - 1] ?? "") && /\S/.test(text[end] ?? ""))) &&
          !(form.ownCloser && closesBefore(context, form, key, end))
        )
          return doubtful ?? reading(index, index, false);
      }
      if (form.ownCloser && opened !== key) continue;
      if (wrapped === 0 && (isNext(opened) || opened === key || /\w/.test(text[index - 1] ?? "")))
        swallowed ??= opened;
      inside ||= wrapped > 0;
      nested += 1;
    } else if (groups.wrap !== undefined) {
      wrapped += ended ? 0 : 1;
    } else if (groups.close !== undefined) {
      const next = skipBlanks(text, end);
      const followed = next >= text.length || matchAt(structure, text, next) !== undefined;
      if (nested > 0) {
        nested -= 1;
        inner = { index, end };
      } else if (followed) {
        const whole = reading(index, end, true);
        if (wrapped > 0 && inside)
          return { ...whole, unclear: `the value of ${key} goes on into the next call` };
        return doubtful && wrapped === 0
          ? { ...whole, unclear: `the value of ${key} is closed twice` }
          : whole;
      } else doubtful ??= reading(index, end, true);
    } else if (wrapped > 0) {
      wrapped -= 1;
    } else if (nested === 0 && !ended) {
      if (inner && text.slice(inner.end, index).trim() === "")
        return withDoubt(reading(inner.index, inner.end, true));
      ended = doubtful ?? withDoubt(reading(index, index, false));
      const ownEnd = form.bareHead || form.byTool || matchAt(form.ends, text, index) !== undefined;
      if (!doubtful && !ownEnd && !/\n[ \t]*$/.test(text.slice(Math.max(at, index - 40), index)))
        ended.unclear ??= `neither the value of ${key} is closed nor the call`;
    }
  }
  fuel.left -= text.length - at;
  if (ended) return ended;
  if (inner && !context.memory.cutShort && onlyClosers.test(text.slice(inner.end, inner.end + 400)))
    return withDoubt(reading(inner.index, inner.end, true));
  return doubtful;
}

/** True if the value's own closing tag still stands before the end of the call. */
function closesBefore({ text }: ParseContext, form: TagForm, key: string, at: number): boolean {
  const own = new RegExp(`(${form.closes(key)})|${form.end}`, "giu");
  own.lastIndex = at;
  return own.exec(text)?.[1] !== undefined;
}
