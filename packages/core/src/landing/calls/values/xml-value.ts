import { skipBlanks } from "../../json/blanks.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";

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
};

/** The text of a value and where the tags after it begin; `undefined` if the output ran out first. */
export type ValueReading = { text: string; end: number };

/** A name space before a tag: DSML's bars or `minimax:`. */
export const tagPrefix = "(?:[|｜]\\s?[A-Z]{2,8}\\s?[|｜]\\s?|[A-Za-z]+:)?";

const structure = /(?:<\/?(?:[|｜]|[\w:.-]+[\s=>])|```|\[)/y;

/** One newline after the opening tag and one before the closing tag are format; the rest is data. */
function withoutFrame(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}

const patterns = new Map<string, RegExp>();

function compiled({ opener, closer, outerOpener, outer }: ValueTags): RegExp {
  const source = `(?<close>${closer})|(?<outer>${outer})|(?<wrap>${outerOpener})|(?<open>${opener})`;
  const known = patterns.get(source) ?? new RegExp(source, "g");
  if (patterns.size > 500) patterns.clear();
  patterns.set(source, known);
  return known;
}

function startsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  return /(?:^|\n|>)[ \t]*$/.test(before);
}

const onlyClosers = /^(?:\s|<\/[^<>]{1,60}>|<[|｜][^<>]{1,60}>|```)*$/;

/**
 * Reads a value that begins at `at`. It ends at its closing tag, or where one was plainly forgotten: at the next
 * parameter that the tool has and the call lacks, or at the end of the call. Whole calls inside the value are data.
 */
export function readXmlValue(
  context: ParseContext,
  at: number,
  tags: ValueTags,
  isNext: (name: string) => boolean,
): ValueReading | undefined {
  const { text, fuel } = context;
  const pattern = compiled(tags);
  const upTo = (index: number, end: number): ValueReading => ({
    text: withoutFrame(text.slice(at, index)),
    end,
  });
  let nested = 0;
  let twins = 0;
  let sure = false;
  let wrapped = 0;
  let doubtful: ValueReading | undefined;
  let inner: ValueReading | undefined;
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match && fuel.left > 0; match = pattern.exec(text)) {
    const { index, groups } = match;
    const end = index + match[0].length;
    if (groups?.open !== undefined) {
      const name = (groups.name ?? groups.plain ?? "").trim();
      if (nested === 0 && wrapped === 0 && isNext(name) && startsLine(text, index)) {
        return doubtful ?? upTo(index, index);
      }
      nested += 1;
      if (tags.own === name) twins += 1;
    } else if (groups?.wrap !== undefined) {
      wrapped += 1;
    } else if (groups?.close !== undefined) {
      const next = skipBlanks(text, end);
      const followed = next >= text.length || matchAt(structure, text, next) !== undefined;
      if (nested > 0) {
        nested -= 1;
        inner = upTo(index, end);
        sure = tags.own !== undefined && twins === 0;
        twins = Math.max(0, twins - 1);
      } else if (followed) {
        fuel.left -= end - at;
        return upTo(index, end);
      } else {
        doubtful ??= upTo(index, end);
      }
    } else if (wrapped > 0) {
      wrapped -= 1;
    } else if (nested === 0) {
      fuel.left -= end - at;
      if (inner && text.slice(inner.end, index).trim() === "") return inner;
      return doubtful ?? upTo(index, index);
    }
    pattern.lastIndex = end;
  }
  fuel.left -= text.length - at;
  if (inner && (sure || !context.memory.cutShort) && onlyClosers.test(text.slice(inner.end, inner.end + 400)))
    return inner;
  return doubtful;
}
