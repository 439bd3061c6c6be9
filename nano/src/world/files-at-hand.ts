import type { Scene } from "../scene.ts";
import { assignmentLine, fileLines, lineWith } from "../words/file-content.ts";
import { ordinaryLine } from "../words/ordinary-lines.ts";
import { value } from "../words/prose.ts";
import { type RealFile, realFile } from "./real-files.ts";

/** A file of the world, or a new one. */
export function someFile(scene: Scene, kinds?: readonly string[]): string {
  const { chance, world } = scene;
  const there = world
    .paths()
    .filter((path) => (kinds?.some((kind) => path.endsWith(`.${kind}`)) ?? true) && !isReal(scene, path));
  if (there.length > 0 && chance.maybe(0.5)) return chance.pick(there);
  return newFile(
    scene,
    chance.weighed([
      [1, 3],
      [chance.whole(2, 4), 6],
      [chance.whole(5, 9), 3],
      [chance.whole(10, 24), 1],
    ]),
    kinds,
  );
}

export function newFile(scene: Scene, count: number, kinds?: readonly string[]): string {
  const path = freePath(scene, kinds);
  scene.world.add(path, filled(scene, path, count));
  return path;
}

/** Real files are code that is whole only as it stands: a line more would break it. */
const real = new WeakMap<Scene["world"], Set<string>>();
const isReal = ({ world }: Scene, path: string) => real.get(world)?.has(path) === true;

/** A file of an installed package, put there under its own name, in a folder or not. */
export function someRealFile(
  scene: Scene,
  fits: (file: RealFile) => boolean = () => true,
): string | undefined {
  const { chance, names, world } = scene;
  const file = realFile(chance, fits);
  if (!file) return undefined;
  const path = chance.maybe(0.25) ? `${names.folder()}/${file.name}` : file.name;
  if (!isFree(scene, path)) return undefined;
  world.add(path, file.lines);
  real.set(world, (real.get(world) ?? new Set()).add(path));
  return path;
}

/** A file that is only looked at: of any ending, its lines as real projects have them. */
export function fileToRead(scene: Scene, count: number): string {
  const { chance, names, world } = scene;
  for (;;) {
    const path = chance.maybe(0.4)
      ? chance.pick(readme)
      : chance.maybe(0.5)
        ? names.ordinaryPath()
        : names.path();
    if (!isFree(scene, path)) continue;
    const lines = Array.from({ length: count }, () => ordinaryLine(chance, names));
    world.add(path, lines.at(-1) === "" ? [...lines, names.word()] : lines);
    return path;
  }
}

const readme =
  "README.md readme.md Readme.md README README.txt README.zh-CN.md LICENSE LICENSE.txt license.md HISTORY.md CHANGELOG.md CHANGES TODO TODO.md INSTALL Makefile NEWS AUTHORS index.js index.d.ts main.c".split(
    " ",
  );

export function freePath(scene: Scene, kinds?: readonly string[]): string {
  for (;;) {
    const path = scene.names.path(kinds);
    if (isFree(scene, path)) return path;
  }
}

/** A free path of a file that has no syntax to break: of settings, hidden or without an ending, or of notes. */
export function freePlainPath(scene: Scene): string {
  const { chance, names } = scene;
  for (;;) {
    const path = chance.maybe(0.6)
      ? chance.pick(settingFiles)
      : names.path(["txt", "csv", "log", "cfg", "rst"]);
    if (isFree(scene, path)) return path;
  }
}

const settingFiles =
  ".env .npmrc .editorconfig .gitignore .dockerignore .prettierignore .python-version .ruby-version .tool-versions .node-version .babelrc Procfile Dockerfile Makefile LICENSE NOTICE VERSION CNAME AUTHORS TODO".split(
    " ",
  );

/** Whether a file of that path can be there beside the others: none is it, or a folder in it, or would be one. */
export function isFree({ world }: Scene, path: string): boolean {
  return !world
    .paths()
    .some((other) => other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}

/** Lines of which neither the first nor the last is empty. */
function filled(scene: Scene, path: string, count: number): string[] {
  const lines = fileLines(
    { ...scene, chinese: scene.language !== "en" && scene.chance.maybe(0.5) },
    path,
    count,
  );
  return lines.map((line, at) =>
    line === "" && (at === 0 || at === lines.length - 1) ? scene.names.word() : line,
  );
}

/** A new file with `own` lines somewhere among others. */
export function putFile(scene: Scene, path: string, own: readonly string[]): void {
  const { chance, world } = scene;
  const json = path.endsWith(".json");
  const lines = Array.from({ length: chance.pick([0, 1, 2, 2, 3, 4, 6, 9]) }, () =>
    json
      ? assignmentLine(path, scene.names.identifier(), value(chance, scene.names))
      : (filled(scene, path, 1)[0] ?? ""),
  );
  for (const line of own) lines.splice(chance.whole(0, lines.length), 0, line);
  const last = lines.length - 1;
  world.add(path, json ? ["{", ...lines.map((line, at) => `  ${line}${at < last ? "," : ""}`), "}"] : lines);
}

/** A new file in which `name` stands on some lines. */
export function holding(scene: Scene, name: string, count: number): string {
  const path = freePath(scene, name.includes("-") ? looseKinds : undefined);
  const source = { ...scene, chinese: false };
  const own = Array.from({ length: path.endsWith(".json") ? 1 : count }, () => lineWith(source, path, name));
  putFile(scene, path, own);
  return path;
}

/** A new file in which `name` stands on many lines that look alike, so that only their numbers tell them apart. */
export function holdingAlike(scene: Scene, name: string): void {
  const path = freePath(scene, ["txt", "md"]);
  const line = lineWith({ ...scene, chinese: false }, path, name);
  scene.world.add(
    path,
    Array.from({ length: scene.chance.whole(3, 14) }, () => line),
  );
}

/** Files in which a hyphen may stand in a name. */
const looseKinds = ["md", "txt", "html", "json", "toml", "css", "yml"];

/** The name as that file may have it: code takes a hyphen for a minus. */
export function fitting(path: string, name: string): string {
  return looseKinds.some((kind) => path.endsWith(`.${kind}`)) ? name : name.replaceAll("-", "_");
}
