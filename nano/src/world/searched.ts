import { linesOf, productTexts } from "./product-texts.ts";

/** What is kept free for the note behind hits. UTF-16 units. */
const roomForNote = 200;

/** As ripgrep finds it: by path, and in either case unless the pattern has a capital; cut where there is no room. */
export function searched(files: ReadonlyMap<string, string>, pattern: string, room: number): string {
  const plain = pattern === pattern.toLowerCase();
  const shown: string[] = [];
  let [left, hits, inFiles] = [room - roomForNote, 0, 0];
  for (const [path, text] of [...files].sort(([one], [two]) => byFolder(one, two))) {
    const found = linesOf(text).flatMap((line, index) =>
      (plain ? line.toLowerCase() : line).includes(pattern)
        ? [`${index + 1}: ${line.replaceAll("\t", "  ")}`]
        : [],
    );
    for (const [at, hit] of found.entries()) {
      left -= hit.length + 1 + (at === 0 ? path.length + 1 : 0);
      if (left < 0 && hits > 0) return [...shown, productTexts.cutSearch(hits, inFiles)].join("\n");
      if (at === 0) {
        shown.push(path);
        inFiles += 1;
      }
      shown.push(hit);
      hits += 1;
    }
  }
  return shown.length > 0 ? shown.join("\n") : productTexts.noMatches;
}

/** Folder by folder: `a/b` comes before `a.b`. */
function byFolder(one: string, two: string): number {
  return one.replaceAll("/", "\0") < two.replaceAll("/", "\0") ? -1 : 1;
}
