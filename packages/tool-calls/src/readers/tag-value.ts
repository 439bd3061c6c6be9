import type { TagForm } from "../grammar/compile.ts";
import type { ParseContext } from "./parse-context.ts";

/** A value's text and where the following tags begin. `unclear`: why the markup is ambiguous, so that the call must be refused. */
export type ValueReading = { text: string; end: number; unclear?: string };

type Test = (name: string) => boolean;

const patterns = new Map<string, RegExp>();
const mostPatterns = 100;

function patternFor(form: TagForm, key: string): RegExp {
  const source = `(?<close>${form.closes(key)})|(?<outer>${form.end})|(?<wrap>${form.around})|(?<open>${form.opens})`;
  const known = patterns.get(source) ?? new RegExp(source, "giu");
  if (patterns.size >= mostPatterns) patterns.clear();
  patterns.set(source, known);
  return known;
}

const onlyClosers = /^(?:\s|<\/[^<>]{1,60}>|<[|｜][^<>]{1,60}>|```)*$/;

/** If a line break follows the opening tag, it and the one before the closing tag are formatting; in an inline value all are data. */
function closedValue(written: string, end: number, form: TagForm, key: string): ValueReading {
  const framed = form.asItIs ? written : written.replace(/^\r?\n/, "");
  const text = framed === written ? written : framed.replace(/\r?\n$/, "");
  const isOther = written.trimEnd().endsWith(`</${key}>`) && !written.includes(`<${key}`);
  return {
    text,
    end,
    ...(!form.ownCloser && isOther && { unclear: `the value of ${key} is closed by its own name` }),
  };
}

/** A value without a closing tag ends at the line break before the next tag. */
function unclosedValue(written: string, end: number, key: string, { marks }: ParseContext): ValueReading {
  const text = written.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
  const unclear =
    text === ""
      ? "is not closed"
      : /<\/[^<>\s]{1,40}>\s*$/.test(text)
        ? "is closed by another's tag"
        : marks.callMark.test(text)
          ? "holds the mark of a call"
          : undefined;
  return { text, end, ...(unclear && { unclear: `the value of ${key} ${unclear}` }) };
}

/** A value up to its closing tag, a missing parameter (`isNext`), or the call's end; `undefined` if cut. Calls inside are data. */
export function readTagValue(context: ParseContext, at: number, form: TagForm, key: string, isNext: Test) {
  const { text, fuel } = context;
  const pattern = patternFor(form, key);
  let nested = 0;
  let wrapped = 0;
  /** The last closing tag of a nested tag. */
  let inner: { index: number; end: number } | undefined;
  /** Where the call closes before the value does: its end, unless the value's own closing tag comes next. */
  let ended: ValueReading | undefined;
  const closedAt = (index: number, end: number): ValueReading => {
    fuel.left -= index - at;
    return closedValue(text.slice(at, index), end, form, key);
  };
  const unclosedAt = (index: number): ValueReading => {
    fuel.left -= index - at;
    return unclosedValue(text.slice(at, index), index, key, context);
  };
  const closesAt = (index: number) => inner && text.slice(inner.end, index).trim() === "" && inner;
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match && fuel.left > 0; match = pattern.exec(text)) {
    const { index, groups = {} } = match;
    const end = index + match[0].length;
    if (groups.open !== undefined) {
      const opened = (groups.key ?? "").trim();
      if (nested === 0 && wrapped === 0 && isNext(opened)) {
        const last = closesAt(index);
        if (last) return closedAt(last.index, last.end);
        const apart =
          startsLine(text, index) ||
          form.strict ||
          (/\S/.test(text[index - 1] ?? "") && /\S/.test(text[end] ?? ""));
        if (apart && !(form.ownCloser && closesBefore(context, form, key, end))) return unclosedAt(index);
      }
      if (form.ownCloser && opened !== key) continue;
      nested += 1;
    } else if (groups.wrap !== undefined) wrapped += ended ? 0 : 1;
    else if (groups.close !== undefined) {
      if (nested === 0) return closedAt(index, end);
      nested -= 1;
      inner = { index, end };
    } else if (wrapped > 0) wrapped -= 1;
    else if (nested === 0 && !ended) {
      const last = closesAt(index);
      if (last) return closedAt(last.index, last.end);
      ended = unclosedAt(index);
    }
  }
  fuel.left -= text.length - at;
  if (!ended && inner && !context.memory.cutShort && onlyClosers.test(text.slice(inner.end, inner.end + 400)))
    return closedAt(inner.index, inner.end);
  return ended;
}

const startsLine = (text: string, at: number): boolean =>
  /(?:^|\n|>)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));

/** Whether the value's own closing tag occurs before the end of the call. */
function closesBefore({ text }: ParseContext, form: TagForm, key: string, at: number): boolean {
  const own = new RegExp(`(${form.closes(key)})|${form.end}`, "giu");
  own.lastIndex = at;
  return own.exec(text)?.[1] !== undefined;
}
