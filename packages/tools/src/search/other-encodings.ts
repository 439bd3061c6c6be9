import { join } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import { clipEnd } from "../answer/clip.ts";
import { encodedText, fileText } from "../encoding/file-text.ts";
import { legacyEncodings } from "../encoding/legacy-encodings.ts";
import { type Bounds, confine } from "../place/confined-path.ts";
import { readWhole } from "../place/file-content.ts";
import { withFile } from "../place/open-file.ts";
import { longestHit, mostHitsInFile, type SearchWish } from "./ripgrep-arguments.ts";

/** Files read whole for the search, and their bytes. */
const mostFiles = 20;
const mostBytes = 1024 * 1024;

/**
 * A ripgrep pattern for the text's bytes in legacy encodings; undefined for text with the same bytes in all of them, and for a regex,
 * which cannot be converted.
 */
export function patternInOtherEncodings({ pattern, literal }: SearchWish): string | undefined {
  if (!/[\u0080-\uffff]/.test(pattern) || (!literal && /[\\^$.|?*+()[\]{}]/.test(pattern))) return undefined;
  const ways = [...legacyEncodings, "utf-16le", "utf-16be"] as const;
  const spelled = ways.flatMap((encoding) => {
    const written = encodedText(pattern, { encoding, mark: false });
    if ("missing" in written) return [];
    return [[...written.bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")];
  });
  return spelled.length === 0 ? undefined : `(?-u)(?:${[...new Set(spelled)].join("|")})`;
}

/** Hits in files that are neither UTF-8 nor marked, in ripgrep's format. `files` are relative to `root`. */
export async function hitsInOtherEncodings(
  bounds: Bounds,
  root: string,
  files: readonly string[],
  { pattern }: SearchWish,
): Promise<string[]> {
  const hits: string[] = [];
  for (const file of files.slice(0, mostFiles)) {
    const place = await confine(bounds, root === bounds.root ? file : join(root, file)).catch(
      passOver("searching another encoding"),
    );
    const bytes =
      place &&
      (await withFile(bounds, place, (handle) => readWhole(handle, mostBytes)).catch(
        passOver("searching another encoding"),
      ));
    const text = bytes && fileText(bytes);
    if (!text || text.mark || text.encoding === "utf-8") continue;
    const lines = text.text.split(/\r?\n/).entries();
    const found = [...lines].filter(([, line]) => line.includes(pattern)).slice(0, mostHitsInFile);
    hits.push(...found.map(([at, line]) => `${file}\0${at + 1}:${clipEnd(line, longestHit)}`));
  }
  return hits;
}
