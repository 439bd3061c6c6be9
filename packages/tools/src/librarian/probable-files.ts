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

/** A folder with fewer files needs no suggestions: its tree and a search are enough. */
const smallFolder = 40;
const most = {
  /** Files of a folder; of a larger one only the first that the search found are used. */
  files: 50_000,
  /** Lines of all files; more do not improve the result. */
  lines: 300_000,
  named: 4,
  /** Files ranked in detail and passed to an embedding model. */
  candidates: 40,
  told: 24,
} as const;
/** UTF-16 units of a displayed line. */
const longestReason = 90;

/** Weight of a word by where it occurs. Chosen on twelve questions outside the benchmark (ADR 126). */
const worth = { name: 2.2, folder: 0.9, definition: 1.6, text: 1 } as const;
/** Minimum score, relative to the best, of a file listed beside it. */
const nearBest = 0.6;
/** Minimum share of the total weight of the question's words: in names and definitions, and overall. */
const least = { evidence: 0.3, covered: 0.66 } as const;

/** Ranks files by the question's words in paths, definitions and text. Uncached: ripgrep searches each time, in its own process. */
export function probableFiles(parts: RipgrepParts, isOn: () => boolean): ProbableFiles {
  return {
    get on() {
      return isOn();
    },
    answering: (question, workspace, cancel) => look(parts, question, workspace, cancel),
  };
}

/** Matches of one file, by term index: the path's weight, the matching lines, whether one is a definition. */
type Found = {
  path: string;
  kind: number;
  places: readonly number[];
  hits: number[];
  defined: boolean[];
  reason?: Reason;
};
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
  const files = new Map<string, Found>();
  let [count, lines] = [0, 0];
  // Called as lines arrive: the work is done in small steps, so that it does not block the daemon.
  const meet = (path: string, places: readonly number[]): Found => {
    const [hits, defined] = [terms.map(() => 0), terms.map(() => false)];
    const found = { path, kind: kindShare(path, question), places, hits, defined };
    files.set(path, found);
    return found;
  };
  const takePath = (file: string) => {
    const path = file.replace(/^\.\//, "");
    const places = terms.map((term) => placeIn(path, term));
    if (!files.has(path) && places.some((place) => place > 0)) meet(path, places);
    return ++count < most.files;
  };
  const takeLine = (text: string) => {
    const [, file, line = "", words = ""] = /^(?:\.\/)?([^\0]*)\0(\d+):(.*)$/.exec(text) ?? [];
    if (file !== undefined) {
      const found =
        files.get(file) ??
        meet(
          file,
          terms.map((term) => placeIn(file, term)),
        );
      takeHit(found, terms, line, words);
    }
    return ++lines < most.lines;
  };
  const pattern = terms
    .flatMap(({ text, also }) => (also === undefined ? [text] : [text, also]))
    .map((text) => (isShort(text) ? `(?:\\b|_)${text}` : text.replaceAll("$", "\\$")))
    .join("|");
  const survey = { literal: false, survey: true, aside: () => true } as const;
  await Promise.all([
    runs({ ...survey, pattern: "" }, { ...survey, line: takePath }),
    runs({ ...survey, pattern }, { ...survey, line: takeLine }),
  ]);
  if (cancel.aborted || count < smallFolder) return [];
  const best = await scored([...files.values()], terms, count, workspace);
  const named = standingOut(best, terms);
  const others = best.map(({ found }) => found).filter((one) => !named.includes(one));
  const told = await Promise.all(
    [...named, ...others].slice(0, most.told).map(async (one, at): Promise<ProbableFile | undefined> => {
      const file = await shown(one, workspace, bounds);
      return file && at >= named.length ? { ...file, also: true } : file;
    }),
  );
  return told.filter((one) => one !== undefined);
}

const isShort = (text: string) => text.length < 4 && /^[a-z]/.test(text);

function has(lower: string, { text, also }: Term): boolean {
  if (also !== undefined && lower.includes(also)) return true;
  if (!isShort(text)) return lower.includes(text);
  const at = lower.indexOf(text);
  return at >= 0 && !/[a-z\d]/.test(lower[at - 1] ?? "");
}

const isHeading = (path: string, line: string) => /\.mdx?$/i.test(path) && /^#{1,6} /.test(line);

function takeHit(found: Found, terms: readonly Term[], line: string, text: string): void {
  const lower = text.toLowerCase();
  const met = terms.map((term) => has(lower, term));
  const isDefinition =
    met.includes(true) && (isHeading(found.path, text) || definitionsIn(found.path)?.(text) === true);
  let worth = 0;
  for (const [at, { weight }] of terms.entries()) {
    if (!met[at]) continue;
    found.hits[at] = (found.hits[at] ?? 0) + 1;
    if (isDefinition) found.defined[at] = true;
    worth += isDefinition ? weight * 1.5 : weight;
  }
  if (worth > (found.reason?.worth ?? 0)) found.reason = { line, text, isDefinition, worth };
}

/** A term's weight in a path: highest in the file name, lower in its folders. */
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
): Promise<Scored[]> {
  // A word in every third file has little weight.
  const rarity = terms.map((_, at) => {
    const having = files.filter(({ places, hits }) => (hits[at] ?? 0) + (places[at] ?? 0) > 0).length;
    return Math.log(1 + (count - having + 0.5) / (having + 0.5));
  });
  const weigh = (found: Found, length: number): Scored => {
    let [score, covered, evidence] = [0, 0, 0];
    for (const [at, { weight, pair }] of terms.entries()) {
      const [place, hits] = [found.places[at] ?? 0, found.hits[at] ?? 0];
      const inText = hits / (hits + 0.6 + 1.2 * length);
      const defined = found.defined[at] ? worth.definition : 0;
      score += weight * (rarity[at] ?? 0) * (place + defined + inText * worth.text);
      if (pair) continue;
      if (place + defined + hits > 0) covered += weight;
      if (place + defined > 0) evidence += weight;
    }
    return { found, score: score * covered * found.kind, covered, evidence };
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

/** Tests, changelogs and generated files contain every word of a project; they match only when the question asks for them. */
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

/** The best files, if their matches are significant. */
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

/** A folder may have become a link during the search; secrets are not named. */
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
