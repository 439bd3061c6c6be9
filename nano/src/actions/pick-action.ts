import type { Action, Scene } from "../scene.ts";
import { assignmentLine, fileLines } from "../words/file-content.ts";
import { sentence, value, words } from "../words/prose.ts";
import {
  fitting,
  freePath,
  holding,
  newFile,
  projectFiles,
  putFile,
  someFile,
} from "../world/files-at-hand.ts";
import { insertAction, renameAction, renameEverywhereAction, replaceAction, setAction } from "./change.ts";
import { realCommand, scripted } from "./commands-to-run.ts";
import { listAction, readAction, searchAction } from "./look.ts";
import { createAction, runAction } from "./make.ts";
import { newText, otherName, replaceTwice, uniqueText } from "./texts-to-change.ts";

export type ActionKind =
  | "read"
  | "list"
  | "search"
  | "rename"
  | "replace"
  | "set"
  | "insert"
  | "create"
  | "run"
  | "everywhere"
  | "trouble";

const weights: readonly (readonly [ActionKind, number])[] = [
  ["read", 12],
  ["list", 7],
  ["search", 11],
  ["rename", 15],
  ["replace", 10],
  ["set", 8],
  ["insert", 8],
  ["create", 11],
  ["run", 12],
  ["everywhere", 9],
  ["trouble", 7],
];

/** Something to order, and the files that it takes put into the world. */
export function pickAction(scene: Scene, kinds?: readonly ActionKind[]): Action {
  const kind = kinds ? scene.chance.pick(kinds) : scene.chance.weighed(weights);
  return makers[kind](scene);
}

/** The same kind of order; where a file there is as good as a new one, it is taken. */
export function reusingAction(scene: Scene, kind: ActionKind): Action {
  const [path] = scene.world.paths();
  if (kind === "read" && path !== undefined) return readAction(scene, path);
  return pickAction(scene, [kind]);
}

const makers: Readonly<Record<ActionKind, (scene: Scene) => Action>> = {
  read: (scene) => readAction(scene, someFile(scene)),
  list: (scene) => {
    const { chance } = scene;
    const folders = new Set(
      scene.world.paths().flatMap((path) => (path.includes("/") ? [path.split("/")[0] ?? "."] : [])),
    );
    for (let more = chance.whole(folders.size > 0 ? 0 : 1, 5); more > 0; more -= 1) newFile(scene, 1);
    if (chance.maybe(0.35)) projectFiles(scene, chance.whole(3, 28));
    const below = scene.world
      .paths()
      .flatMap((path) => (path.includes("/") ? [path.split("/")[0] ?? "."] : []));
    return listAction(scene, below.length > 0 && chance.maybe(0.4) ? chance.pick(below) : ".");
  },
  search: (scene) => {
    const name = scene.names.identifier();
    const files = scene.chance.pick([0, 1, 1, 1, 2, 2, 3]);
    for (let left = files; left > 0; left -= 1) holding(scene, name, scene.chance.pick([1, 1, 1, 2]));
    return searchAction(scene, name);
  },
  rename: (scene) => {
    const from = scene.names.identifier();
    const path = holding(scene, from, scene.chance.pick([1, 1, 1, 2, 3]));
    return renameAction(scene, path, from, fitting(path, otherName(scene, from)));
  },
  replace: (scene) => {
    const { path, text } = uniqueText(scene);
    return replaceAction(scene, path, text, newText(scene, path, text));
  },
  set: (scene) => {
    const { chance, names } = scene;
    const path = names.path(["js", "ts", "py", "json", "toml", "sh", "rs", "go", "yml"]);
    if (scene.world.has(path)) return makers.set(scene);
    const name = names.identifier().replaceAll("-", "_");
    const given = () => value(chance, names);
    const [before, after] = [given(), given()];
    if (before === after) return makers.set(scene);
    const line = assignmentLine(path, name, before);
    putFile(scene, path, [line]);
    const whole =
      scene.world
        .lines(path)
        .find((one) => one.includes(line))
        ?.trim() ?? line;
    return setAction(scene, path, name, whole, after);
  },
  insert: (scene) => {
    const { chance } = scene;
    const path = someFile(scene, ["md", "txt", "py", "js", "ts", "toml", "sh", "yml", "css"]);
    const lines = scene.world.lines(path).filter((line) => line.trim() !== "");
    const once = lines.filter((line) => scene.world.lines(path).join("\n").split(line).length === 2);
    const added =
      fileLines({ ...scene, chinese: scene.language !== "en" }, path, 1)[0]?.trim() || scene.names.word();
    const last = lines.at(-1) ?? "";
    const way = chance.pick(["after", "before", "end", "end"] as const);
    const at =
      way === "end"
        ? once.includes(last)
          ? last
          : undefined
        : once.length > 0
          ? chance.pick(once)
          : undefined;
    if (at === undefined || lines.includes(added)) return makers.insert(scene);
    return insertAction(scene, path, at, added, way);
  },
  create: (scene) => {
    const path = freePath(scene);
    const lines = fileLines({ ...scene, chinese: scene.language !== "en" }, path, 2).filter(
      (line) => line.trim() !== "",
    );
    const [one = sentence(scene.chance, scene.names), two] = path.endsWith(".json") ? ["{}"] : lines;
    return createAction(scene, path, two !== undefined && scene.chance.maybe(0.2) ? [one, two] : [one]);
  },
  run: (scene) => runAction(scene, scene.real ? realCommand(scene) : scripted(scene)),
  everywhere: (scene) => {
    const from = scene.names.identifier();
    let to = otherName(scene, from);
    for (let left = scene.chance.pick([1, 1, 1, 2]); left > 0; left -= 1)
      to = fitting(holding(scene, from, 1), to);
    return renameEverywhereAction(scene, from, to);
  },
  trouble: (scene) => {
    const { chance, names } = scene;
    const missing = () => freePath(scene);
    return chance.pick([
      () => readAction(scene, missing()),
      () => renameAction(scene, missing(), names.identifier(), names.identifier()),
      () => renameAction(scene, someFile(scene), names.identifier(), names.identifier()),
      () => replaceTwice(scene),
      () => createAction(scene, someFile(scene), [words(chance, names, 1, 4)]),
    ])();
  },
};
