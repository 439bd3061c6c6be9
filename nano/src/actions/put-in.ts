import type { Action, Scene } from "../scene.ts";
import { fileLines } from "../words/file-content.ts";
import { someFile } from "../world/files-at-hand.ts";
import { type InsertWay, insertAction } from "./change.ts";

/** A line of its kind to put into a file: at its top or end, or beside another. */
export function putIn(scene: Scene): Action {
  const { chance, world } = scene;
  for (;;) {
    const path = someFile(scene, ["md", "txt", "py", "js", "ts", "toml", "sh", "yml", "css"]);
    const lines = world.lines(path).filter((line) => line.trim() !== "");
    const whole = world.lines(path).join("\n");
    const once = lines.filter((line) => whole.split(line).length === 2);
    const way = chance.pick<InsertWay>(["after", "before", "end", "end", "top"]);
    const added = way === "top" ? lineForTop(scene, path) : lineFor(scene, path);
    const at = way === "end" ? lines.at(-1) : way === "top" ? lines[0] : once.length > 0 && chance.pick(once);
    if (!at || !once.includes(at) || lines.includes(added)) continue;
    return besideLine(scene, path, at, added, way);
  }
}

/** Beside a line that the order has whole, or, behind it, by some of its words. */
export function besideLine(scene: Scene, path: string, line: string, added: string, way: InsertWay): Action {
  const named = way === "after" && scene.chance.maybe(0.4) ? partOf(scene, path, line) : undefined;
  if (named === undefined) return insertAction(scene, path, line, added, way);
  return insertAction(scene, path, line.slice(line.indexOf(named)), added, way, named);
}

/** What people say of a line: it without its mark, its name, a few words; undefined where these are elsewhere too. */
function partOf({ chance, world }: Scene, path: string, line: string): string | undefined {
  const bare = line.trim().replace(/^(?:[-*#]+|\d+\.|\/\/|- \[[ x]\]) /, "");
  const words = [...bare.matchAll(/[\p{L}\p{N}_-]{2,}/gu)].map(([word]) => word);
  const some = [bare, bare, ...words, words.slice(0, 2).join(" ")].filter(
    (one) => one !== "" && one !== line,
  );
  const whole = world.lines(path).join("\n");
  const fitting = some.filter(
    (one) => whole.split(one).length === 2 && whole.split(line.slice(line.indexOf(one))).length === 2,
  );
  return fitting.length > 0 ? chance.pick(fitting) : undefined;
}

function lineFor(scene: Scene, path: string): string {
  const source = { ...scene, chinese: scene.language !== "en" };
  return fileLines(source, path, 1)[0]?.trim() || scene.names.word();
}

/** What people put first: an import, a comment, a heading. */
function lineForTop(scene: Scene, path: string): string {
  if (scene.chance.maybe(0.4)) return lineFor(scene, path);
  for (let tries = 0; tries < 20; tries += 1) {
    const line = lineFor(scene, path);
    if (/^(?:import|#|\/\/)/.test(line)) return line;
  }
  return lineFor(scene, path);
}
