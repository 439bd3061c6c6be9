import { isPlainName, refused } from "./read-source.ts";

/** A file in a repository's listing. */
export type ListedFile = { path: string; size?: number; sum?: string };

/** The files of one model: its parts in order, and an image projector if the repository has one. */
export type ChosenFiles = { name: string; folder: readonly string[]; files: ListedFile[] };

const split = /-(\d{5})-of-(\d{5})$/;
const stemOf = (path: string) => path.replace(/\.gguf$/i, "").replace(split, "");
const isProjector = ({ path }: ListedFile) => /mmproj/i.test(path);
const quantisation = /(?:UD-)?(?:I?Q\d\w*|TQ\d\w*|BF16|FP?16|FP?32|MXFP4\w*)$/i;

/** Default quantisations, in order of preference: small, with little loss. */
const usual = ["Q4_K_M", "Q4_K_S", "Q4_0", "IQ4_XS", "MXFP4", "Q5_K_M", "Q8_0"];
/** Projector precisions, in order of preference: the best that every engine runs first. */
const usualProjector = ["F16", "FP16", "BF16", "Q8_0", "F32"];

/** Chooses among a repository's files. Throws `download_refused` with the `candidates` when several match. */
export function chooseFiles(
  listed: readonly ListedFile[],
  wanted: { quantisation?: string; file?: string },
  repository: string,
): ChosenFiles {
  const models = new Map<string, ListedFile[]>();
  const ggufs = listed.filter(({ path }) => /\.gguf$/i.test(path));
  const isWhole = ({ path }: ListedFile) => !split.test(path.replace(/\.gguf$/i, ""));
  const whole = new Set(ggufs.filter(isWhole).map(({ path }) => stemOf(path)));
  for (const file of ggufs) {
    const stem = stemOf(file.path);
    // A model available both whole and in parts is downloaded whole.
    if (isProjector(file) || (whole.has(stem) && !isWhole(file))) continue;
    const parts = models.get(stem);
    if (parts) parts.push(file);
    else models.set(stem, [file]);
  }
  if (models.size === 0) throw refused("download_no_gguf", repository);
  const stems = [...models.keys()].sort((one, other) => one.length - other.length);
  const stem = chosenStem(stems, wanted);
  if (stem === undefined) {
    const candidates = stems.map((one) => quantisation.exec(one)?.[0] ?? `${one}.gguf`).slice(0, 40);
    throw refused("download_quantisation", repository, { candidates: candidates.sort().join(", ") });
  }
  const parts = (models.get(stem) ?? []).sort((one, other) => (one.path < other.path ? -1 : 1));
  const path = parts[0]?.path ?? "";
  const [, , expected = "1"] = split.exec(path.replace(/\.gguf$/i, "")) ?? [];
  if (parts.length !== Number(expected)) throw refused("download_parts", repository);
  const folder = path.split("/").slice(0, -1);
  const projector = projectorFor(ggufs.filter(isProjector));
  const files = projector ? [...parts, projector] : parts;
  for (const segment of files.flatMap((file) => file.path.split("/")))
    if (!isPlainName(segment)) throw refused("download_name", segment);
  return { name: stem.split("/").at(-1) ?? stem, folder, files };
}

function chosenStem(
  stems: readonly string[],
  { quantisation, file }: { quantisation?: string; file?: string },
): string | undefined {
  if (file !== undefined)
    return stems.find((stem) => stem === stemOf(file) || stem.endsWith(`/${stemOf(file)}`));
  const named = (word: string) => stems.find((stem) => bears(stem, word));
  if (quantisation !== undefined) return named(quantisation);
  for (const word of usual) {
    const found = named(word);
    if (found !== undefined) return found;
  }
  return stems.length === 1 ? stems[0] : undefined;
}

/** Whether a path contains a whole word: `Q4` is not in `Q4_K_M`. */
function bears(path: string, word: string): boolean {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9_])`, "i").test(path);
}

function projectorFor(projectors: readonly ListedFile[]): ListedFile | undefined {
  const rank = ({ path }: ListedFile) => {
    const at = usualProjector.findIndex((word) => bears(stemOf(path), word));
    return at === -1 ? usualProjector.length : at;
  };
  return [...projectors].sort((one, other) => rank(one) - rank(other))[0];
}
