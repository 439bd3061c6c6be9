import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type CancelSignal, isInside, type ProbableFile, type ProbableFiles } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { clipEnd } from "../answer/clip.ts";
import { definitionsIn } from "../outline/definitions.table.ts";
import { boundsOf, confine, isAllowed } from "../place/confined-path.ts";
import { isSecret } from "../place/protected-paths.ts";
import { type RipgrepParts, ripgrepIn } from "../search/ripgrep-in.ts";
import { questionTerms, type Term } from "./question-terms.ts";

/** A folder with fewer files is told by its tree and a search. */
const smallFolder = 40;
const most = {
  /** Files of a folder; of a larger one only the first that the search met are known. */
  files: 50_000,
  /** Lines of all files; more say nothing new. */
  lines: 300_000,
  named: 4,
  /** Looked at more closely. */
  candidates: 40,
} as const;
/** UTF-16 units of a line that is told. */
const longestReason = 90;

/** What a word weighs by the place where it stands. Chosen on twelve questions that the measure does not have (ADR 126). */
const worth = { name: 2.2, folder: 0.9, definition: 1.6, text: 1 } as const;
/** A file must come so near to the best to be named beside it. */
const nearBest = 0.6;
/** Of what all words of the question weigh, in names and definitions, and in all. */
const least = { evidence: 0.3, covered: 0.66 } as const;

/** Files by the words of a question in their paths, their definitions and their text. It keeps nothing: ripgrep looks anew, in a process of its own. */
export function probableFiles(parts: RipgrepParts, isOn: () => boolean): ProbableFiles {
  return {
    get on() {
      return isOn();
    },
    answering: (question, workspace, cancel) => look(parts, question, workspace, cancel),
  };
}

/** What was found of one file. `hits`: lines with each term; `defined`: terms in lines that define something. */
type Found = { path: string; hits: Map<Term, number>; defined: Set<Term>; reason?: Reason };
type Reason = { line: string; text: string; isDefinition: boolean; worth: number };

async function look(
  parts: RipgrepParts,
  question: string,
  workspace: string,
  cancel: CancelSignal,
): Promise<ProbableFile[]> {
  const terms = questionTerms(question);
  if (!terms.some(({ weight }) => weight >= 1)) return [];
  const bounds = await boundsOf(workspace, parts);
  const runs = await ripgrepIn(parts, { workspace, bounds, place: await confine(bounds, ".") }, cancel);
  const survey = { glob: undefined, literal: false, survey: true } as const;
  const files = new Map<string, Found>();
  const paths: string[] = [];
  const meet = (file: string): Found => {
    const path = file.replace(/^\.\//, "");
    const found = files.get(path) ?? { path, hits: new Map(), defined: new Set() };
    files.set(path, found);
    return found;
  };
  let lines = 0;
  const takeLine = (text: string) => {
    const [, file, line = "", words = ""] = /^([^\0]*)\0(\d+):(.*)$/.exec(text) ?? [];
    if (file !== undefined) takeHit(meet(file), terms, line, words);
    return ++lines < most.lines;
  };
  const pattern = terms
    .flatMap(({ text, also }) => (also === undefined ? [text] : [text, also]))
    .map((text) => (isShort(text) ? `(?:\\b|_)${text}` : text.replaceAll("$", "\\$")))
    .join("|");
  const aside = () => true;
  await Promise.all([
    runs({ ...survey, pattern: "" }, { line: (file) => paths.push(file) < most.files, aside }),
    runs({ ...survey, pattern }, { line: takeLine, aside }),
  ]);
  if (cancel.aborted || paths.length < smallFolder) return [];
  for (const path of paths) if (terms.some((term) => placeIn(path, term) > 0)) meet(path);
  const named = standingOut(
    await scored([...files.values()], terms, paths.length, workspace, question),
    terms,
  );
  return (await Promise.all(named.map((one) => shown(one, workspace, bounds)))).filter(
    (one) => one !== undefined,
  );
}

const isShort = (text: string) => text.length < 4 && /^[a-z]/.test(text);

function has(lower: string, { text, also }: Term): boolean {
  if (also !== undefined && lower.includes(also)) return true;
  if (!isShort(text)) return lower.includes(text);
  const at = lower.indexOf(text);
  return at >= 0 && !/[a-z\d]/.test(lower[at - 1] ?? "");
}

/** What a document says it is about. */
const isHeading = (path: string, line: string) => /\.mdx?$/i.test(path) && /^#{1,6} /.test(line);

function takeHit(found: Found, terms: readonly Term[], line: string, text: string): void {
  const lower = text.toLowerCase();
  const met = terms.filter((term) => has(lower, term));
  const isDefinition =
    met.length > 0 && (isHeading(found.path, text) || definitionsIn(found.path)?.(text) === true);
  for (const term of met) {
    found.hits.set(term, (found.hits.get(term) ?? 0) + 1);
    if (isDefinition) found.defined.add(term);
  }
  const worth = met.reduce((sum, { weight }) => sum + weight, 0) * (isDefinition ? 1.5 : 1);
  if (worth > (found.reason?.worth ?? 0)) found.reason = { line, text, isDefinition, worth };
}

/** What a term weighs in a path: most in the name of the file, less in its folders. */
function placeIn(path: string, term: Term): number {
  const lower = path.toLowerCase();
  if (!has(lower, term)) return 0;
  return has(basename(lower), term) ? worth.name : has(dirname(lower), term) ? worth.folder : 0;
}

type Scored = { found: Found; score: number; covered: number; evidence: number };

async function scored(
  files: readonly Found[],
  terms: readonly Term[],
  count: number,
  workspace: string,
  question: string,
): Promise<Scored[]> {
  // A word that every third file has tells little.
  const rarity = new Map(
    terms.map((term) => {
      const with_ = files.filter(({ path, hits }) => hits.has(term) || placeIn(path, term) > 0).length;
      return [term, Math.log(1 + (count - with_ + 0.5) / (with_ + 0.5))] as const;
    }),
  );
  const weigh = (found: Found, length: number): Scored => {
    let [score, covered, evidence] = [0, 0, 0];
    for (const term of terms) {
      const place = placeIn(found.path, term);
      const hits = found.hits.get(term) ?? 0;
      const inText = hits / (hits + 0.6 + 1.2 * length);
      const defined = found.defined.has(term) ? worth.definition : 0;
      const value = term.weight * (rarity.get(term) ?? 0);
      score += value * (place + defined + inText * worth.text);
      if (term.pair) continue;
      if (place + defined + hits > 0) covered += term.weight;
      if (place + defined > 0) evidence += term.weight;
    }
    return { found, score: score * covered * kindShare(found.path, question), covered, evidence };
  };
  const best = files
    .map((found) => weigh(found, 1))
    .sort((one, other) => other.score - one.score)
    .slice(0, most.candidates);
  const sizes = await Promise.all(
    best.map(async ({ found }) => (await stat(join(workspace, found.path)).catch(absent))?.size ?? 0),
  );
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length) || 1;
  return best
    .map(({ found }, at) => weigh(found, (sizes[at] ?? 0) / mean))
    .sort((one, other) => other.score - one.score);
}

/** Tests, lists of changes and what programs write have every word of a project; they answer only who asks for them. */
function kindShare(path: string, question: string): number {
  const share = (pattern: RegExp, asked: RegExp, less: number) =>
    pattern.test(path) && !asked.test(question) ? less : 1;
  return (
    share(
      /(?:^|[/._-])(?:tests?|spec|testing|testdata|fixtures?|examples?|bench)(?=[/._-])/i,
      /\btest|测试|example|例/i,
      0.45,
    ) *
    share(
      /change(?:s|log)|history|release|\block\b|\.lock$|\.min\.|\.(?:svg|csv|map|snap|po)$/i,
      /change|release|lock|更新|发布/i,
      0.3,
    ) *
    share(/\.(?:md|mdx|rst|txt|html|adoc)$/i, /\bdoc|readme|manual|guide|文档|说明/i, 0.6)
  );
}

/** The best ones, if what they have of the question is no accident. */
function standingOut(all: readonly Scored[], terms: readonly Term[]): Found[] {
  const total = terms.reduce((sum, { weight, pair }) => sum + (pair ? 0 : weight), 0);
  const good = all.filter(
    ({ covered, evidence }) =>
      evidence >= least.evidence * total && covered >= least.covered * total && evidence >= 1,
  );
  const top = good[0]?.score ?? 0;
  return good
    .filter(({ score }) => score >= top * nearBest)
    .slice(0, most.named)
    .map(({ found }) => found);
}

/** A folder may have become a link while ripgrep walked; secrets are not named. */
async function shown(
  { path, reason }: Found,
  workspace: string,
  bounds: Parameters<typeof isAllowed>[0],
): Promise<ProbableFile | undefined> {
  const real = await realpath(join(workspace, path)).catch(absent);
  if (real === undefined || !isAllowed(bounds, real) || !isInside({ path: real, folder: bounds.root }))
    return undefined;
  if (isSecret({ real, asked: path }) || visibleName(path) !== path) return undefined;
  const words = clipEnd(visibleName((reason?.text ?? "").trim()), longestReason);
  if (!reason) return { path, why: "by its name" };
  return {
    path,
    why: reason.isDefinition ? `line ${reason.line} defines: ${words}` : `line ${reason.line}: ${words}`,
  };
}
