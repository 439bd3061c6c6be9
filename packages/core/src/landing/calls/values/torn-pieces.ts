import { beginningOf, type OwnMarks, type Pieces, piecesOf } from "./own-marks.ts";
import { tornVendor } from "./torn-vendor.ts";

/** A tag as other texts have it too. */
const wholeTag =
  /<(\/?)((?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?[\p{L}_][\p{L}\p{N}_:.|-]{0,60})([\s=][^<>]{0,400})?>/gu;
/** What a mark has and a comparison has not, which ends in `>` too. */
const sign = /[<>|｜]|\]\]/;
/** A comparison: a word, or a call, and what is greater. */
const comparison = /^[\w\s.:]*["']?>$/;
const enough = 6;
/** Beside a whole mark of its own, which says that two calls or two values may have run together. */
const enoughBeside = 4;
/** As much of a name, or of an attribute, as counts: other texts have them too. */
const mostWeak = 3;
/** How many strange signs may stand between two pieces of one torn mark. */
const widestGap = 2;
/** Stands for a tag that is whole, and for one that is a mark. */
const masked = "\uE000";
const maskedMark = "\uE001";
/** What marks of calls are called, in whatever family: whole ones are data. */
const callTag =
  /^(?:[\w|｜\s]*[|｜:]\s?|(?:longcat|iquest|iquestcoder|dots)_)?(?:tool_?calls?|function_?calls?|calls?|function|invoke)(?::[\w.-]+)?$/i;
/** Whole attributes. */
const attributes = /^(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}))*\s*\/?$/;
/** What openers of parameters are called. */
const parameterTag = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;

type Run = { start: number; end: number; strong: number; weak: number };

/** Where at least three signs next to each other are those of a mark. */
function runsOf(text: string, { strengths, beginnings }: Pieces): Run[] {
  const runs: Run[] = [];
  const strong = new Uint8Array(text.length);
  let run: Run | undefined;
  for (let at = 0; at + 3 <= text.length; at += 1) {
    if (beginnings[beginningOf(text.charCodeAt(at), text.charCodeAt(at + 1))] !== 1) continue;
    const bits = strengths.get(text.slice(at, at + 3));
    if (bits === undefined) continue;
    for (let by = 0; by < 3; by += 1) if (bits & (1 << by)) strong[at + by] = 1;
    if (!run || at > run.end - 2) {
      run = { start: Math.max(at, run?.end ?? 0), end: at + 3, strong: 0, weak: 0 };
      runs.push(run);
    }
    run.end = at + 3;
  }
  for (const one of runs) {
    for (let at = one.start; at < one.end; at += 1) one.strong += strong[at] ?? 0;
    one.weak = one.end - one.start - one.strong;
  }
  return runs;
}

/** How many signs of a tag's name say that it may be a mark's, torn: at its beginning, at its end, or in all of it. */
function leastLike(start: number, isWhole: boolean, slash: string): number {
  if (start === 0) return slash === "" ? 5 : 4;
  return isWhole ? 3 : 6;
}

/** The text without tags that are whole: those of other texts, and marks of its own. */
function withoutWhole(text: string, { fixed, named }: OwnMarks, pieces: Pieces): string {
  const tags = [...text.matchAll(wholeTag)];
  const opened = new Map<string, number>();
  const paired = new Set<number>();
  for (const [index, [, slash, name = ""]] of tags.entries()) {
    if (slash === "") opened.set(name, index);
    else {
      const opener = opened.get(name);
      if (opener === undefined) continue;
      paired.add(opener);
      paired.add(index);
    }
  }
  const isOwn = (tag: string) =>
    fixed.includes(tag.replace(/\s+>$/, ">")) ||
    named.some(([before, behind]) => {
      const rest = /\w/.test(before) && tag.startsWith(before) ? tag.slice(before.length) : undefined;
      return (
        rest !== undefined &&
        /^[\p{L}\p{N}_.-]+["']?(?:\s[^<>]*)?>$/u.test(rest) &&
        (!behind.startsWith('"') || rest.includes('"'))
      );
    });
  const like = (slash: string, name: string) =>
    runsOf(`<${slash}${name}`, pieces).some(
      ({ strong, start, end }) =>
        strong >= leastLike(start, end - start === name.length, slash) &&
        !/[A-Z]/.test(name[start - 2 - slash.length] ?? ""),
    );
  let plain = "";
  let from = 0;
  for (const [index, match] of tags.entries()) {
    const [tag, slash = "", name = "", rest = ""] = match;
    if (slash !== "" && rest.trim() !== "") continue;
    if (rest.startsWith("=") && !isOwn(tag) && !callTag.test(name)) continue;
    const own = isOwn(tag) || callTag.test(name);
    // With a vendor before it, or called like the family's own, it is the family's and not whole.
    const harmless =
      slash === "" &&
      parameterTag.test(name) &&
      !/[:|]/.test(name) &&
      (rest.endsWith("/") || !fixed.includes(`</${name}>`)) &&
      rest.trim() !== "" &&
      attributes.test(rest);
    if (!own && !harmless && !paired.has(index) && like(slash, name)) continue;
    const mark = (own ? maskedMark : masked).repeat(tag.length);
    plain += text.slice(from, match.index) + mark;
    from = match.index + tag.length;
  }
  return plain + text.slice(from);
}

/** What a torn tag has left before a piece. */
const tornHead = /<\/[^\s<>A-Z]{0,8}$|<[^\s<>A-Z]{0,3}$/;
/** The same, and a stop behind it, with which no name and no operator begins. */
const strangeHead = /<[:;,.|\\]{1,2}$/;
/** A word that is one without what was taken for a mark, behind a comparison. */
const wholeWord = /^<(?:param|parameter|arg|function|invoke|tool|calls?)$/;

/** Some runs next to each other, as one torn mark has them. */
type Cluster = { start: number; end: number; score: number; covered: string };

function clustersOf(text: string, runs: Run[]): Cluster[] {
  const clusters: Cluster[] = [];
  let weak = 0;
  let score = 0;
  for (const [index, run] of runs.entries()) {
    const last = clusters.at(-1);
    const gap = text.slice(last?.end ?? 0, run.start).replace(/(?<=>)\s+|\s+(?=<)|\uE001/g, "");
    const covered = text.slice(run.start, run.end);
    if (last && index > 0 && gap.length <= widestGap) {
      score += run.strong - Math.max(1, gap.length);
      weak += run.weak;
      last.end = run.end;
      last.covered += ` ${covered}`;
      last.score = score + Math.min(mostWeak, weak);
    } else {
      score = run.strong;
      weak = run.weak;
      clusters.push({ start: run.start, end: run.end, score: score + Math.min(mostWeak, weak), covered });
    }
  }
  return clusters;
}

/** True if what is compared here stands in something: a pair of brackets where one closes, or a comma and more of it follow; or an assignment before a semicolon. */
function isCompared(before: string, after: string): boolean {
  const closer = /^\w{0,20}([\])])/.exec(after)?.[1];
  if (closer !== undefined) return before.includes(closer === "]" ? "[" : "(");
  if (/^\w{0,20}\s{0,10}(?:,\s{0,10}){1,3}[)\]}]/.test(after)) return false;
  const mark = /^\w{0,20}\s{0,10}([,;])/.exec(after)?.[1];
  if (mark === undefined || (mark === ";" && before.includes("="))) return true;
  return /[([{]/.test(before) && /[)\]}]/.test(after);
}

/** True if what is left here is no more than other texts have. `closed`: the value ended at its own closing tag. */
function isOrdinary(text: string, { start, end, score, covered }: Cluster, closed: boolean): boolean {
  if (!closed && score >= enoughBeside && /[^\w\s]|_/.test(text.slice(start - 1, end + 1))) return false;
  const before = text.slice(Math.max(0, start - 30), start);
  const after = text.slice(end, end + 30);
  const beside = before.includes(maskedMark) || after.includes(maskedMark);
  const headed =
    tornHead.test(before) &&
    (/[>="]/.test(covered) ||
      after.startsWith("<") ||
      (score >= enough && (strangeHead.test(before) || /^[^<\n]{0,12}[>="]/.test(after))));
  const marked =
    sign.test(covered) || headed || (beside && /[=>]/.test(covered) && /\uE001\s*\S{0,3}\s*$/.test(before));
  const signs = /(?:^|\n)([^\s\w]{0,2})$/.exec(before.slice(-3))?.[1];
  const bonus = signs ? 2 : headed || signs === "" ? 1 : 0;
  const least = (beside ? enoughBeside : enough) - bonus;
  if (!marked || score < least) return true;
  if (beside || headed) return false;
  // At the end of a line nothing is left to compare with.
  if (comparison.test(covered)) return covered.includes(" ") || !/^[^\S\n]*(?:\n|$)/.test(after);
  if (!/^<[A-Za-z]+$/.test(covered) || (end + after.length >= text.length && /^\W*$/.test(after)))
    return false;
  if (!isCompared(text.slice(0, start), text.slice(end, end + 300))) return false;
  return (
    /^\w+[.()[\];,]/.test(after) ||
    (wholeWord.test(covered) && /^(?:[.()[\];,]|\s+(?!\w))(?![^\n<>]{0,20}>)/.test(after))
  );
}

const wholeToken = /<[|｜][^<>|｜\s]{1,60}[|｜]>/g;

/** A tag that is whole, of whatever family. */
const anyTag = /<\/?[\p{L}_][\w:.-]*(?:=[\w.-]+)?(?:\s+[\w:.-]+="[^"<>]*")*\s*\/?>/gu;

/** The same for marks that are tokens: tokens and tags that are whole are data. */
export function tornToken(value: string, marks: OwnMarks): string | undefined {
  return tornPiece(
    value.replace(wholeToken, masked).replace(anyTag, masked),
    marks,
    piecesOf(marks, []),
    true,
  );
}

/** What is left of the marks around a value, where they were damaged and it took them in; `undefined` if nothing is. */
export function tornPiece(
  value: string,
  marks: OwnMarks,
  pieces: Pieces,
  closed: boolean,
): string | undefined {
  const vendor = tornVendor(value);
  if (vendor !== undefined) return vendor;
  const text = withoutWhole(value, marks, pieces);
  const torn = clustersOf(text, runsOf(text, pieces)).find((cluster) => !isOrdinary(text, cluster, closed));
  return torn && value.slice(torn.start, torn.end);
}
