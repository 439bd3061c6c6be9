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
    return insertAction(scene, path, at, added, way);
  }
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
