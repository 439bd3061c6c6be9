import { open, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { absent } from "@kestrel/diagnostics";
import { type ImageType, imageBounds, type SentImage } from "@kestrel/protocol";
import { isInside } from "@kestrel/text";

/** The pictures that a message names: `@shot.png`, or a path as a terminal writes it for a dropped file. */
const named =
  /(?<![^\s(])(?:'([^'\n]+\.(?:png|jpe?g|webp|gif))'|"([^"\n]+\.(?:png|jpe?g|webp|gif))"|((?:@|~\/|\.{1,2}\/|\/|file:\/\/\/)(?:\\.|[^\s'"\\]){0,1024}?\.(?:png|jpe?g|webp|gif)))(?![\w/]|\.\w)/gi;

/** UTF-16 units of a message that are searched, and of a bare path (the limit of macOS): keeps the search short. */
const searched = 65_536;

/** A dropped path at the start of a line is not a command. */
export const beginsWithPicture = (line: string): boolean =>
  line.trim().slice(0, searched).search(named) === 0;

/** Whether the text is only paths of pictures, as after a drop. */
export const onlyPictures = (words: string): boolean =>
  words.length <= searched && words.replaceAll(named, "").trim() === "";

/** As paths, each once. */
export function picturesNamed(text: string, folder: string): string[] {
  const paths = [...text.slice(0, searched).matchAll(named)].flatMap(([, one, other, bare = ""]) => {
    const written = one ?? other ?? bare.replace(/^@/, "").replaceAll(/\\(.)/g, "$1");
    if (/^file:/i.test(written) && URL.canParse(written)) return pathOf(written);
    return written.startsWith("~/") ? join(homedir(), written.slice(2)) : resolve(folder, written);
  });
  return [...new Set(paths)];
}

function pathOf(address: string): string[] {
  try {
    return [fileURLToPath(address)];
  } catch {
    // expected: `%2F` or half a letter, which no file has in its name
    return [];
  }
}

/** The real paths of the pictures inside the folder, after links are resolved. */
export async function picturesInside(paths: readonly string[], folder: string): Promise<string[]> {
  const root = await realpath(folder).catch(absent);
  if (root === undefined) return [];
  const real = await Promise.all(paths.map((path) => realpath(path).catch(absent)));
  return real.flatMap((path) => (path !== undefined && isInside({ path, folder: root }) ? [path] : []));
}

/** Leading bytes of the image types that models accept. */
const beginnings: readonly (readonly [ImageType, RegExp])[] = [
  ["image/png", /^89504e47/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Bytes of all images together: base64 adds a third, and 2 MiB are left for the text. */
const mostTogether = Math.floor(((imageBounds.bodyBytes - 2 * 1_048_576) * 3) / 4);

/** Pictures to send, by name, and those that are too large or too many. A missing file or another type stays text. */
export async function readPictures(
  paths: readonly string[],
): Promise<{ images: SentImage[]; names: string[]; refused: string[] }> {
  const images: SentImage[] = [];
  const names: string[] = [];
  const refused: string[] = [];
  let room = mostTogether;
  for (const path of paths) {
    const facts = await stat(path).catch(absent);
    const file = facts?.isFile() ? await open(path).catch(absent) : undefined;
    if (!file) continue;
    try {
      const { size } = await file.stat();
      const head = Buffer.alloc(12);
      await file.read(head, 0, head.length, 0);
      const mediaType = beginnings.find(([, begins]) => begins.test(head.toString("hex")))?.[0];
      if (mediaType === undefined) continue;
      if (size > Math.min(room, imageBounds.bytes) || images.length === imageBounds.count)
        refused.push(basename(path));
      else {
        const bytes = Buffer.alloc(size);
        const { bytesRead } = await file.read(bytes, 0, size, 0);
        images.push({ mediaType, base64: bytes.subarray(0, bytesRead).toString("base64") });
        names.push(basename(path));
        room -= size;
      }
    } finally {
      await file.close();
    }
  }
  return { images, names, refused };
}
