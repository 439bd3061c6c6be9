import type { Action, Scene } from "../scene.ts";
import { assignmentLine, fileLines, givenLines } from "../words/file-content.ts";
import { sentence, value } from "../words/prose.ts";
import {
  fileToRead,
  fitting,
  freePath,
  freePlainPath,
  holding,
  newFile,
  putFile,
  someFile,
} from "../world/files-at-hand.ts";
import { ordinaryFolder } from "../world/ordinary-folder.ts";
import { renameAction, replaceAction, setAction } from "./change.ts";
import { renameEverywhereAction } from "./change-everywhere.ts";
import { realCommand, scripted } from "./commands-to-run.ts";
import { countLinesAction } from "./count-lines.ts";
import { createAction } from "./create.ts";
import { inRealFile } from "./in-real-file.ts";
import { addToList } from "./items.ts";
import { knownFileAction } from "./known-files.ts";
import { listAction } from "./list.ts";
import { readAction, searchAction } from "./look.ts";
import { putIn } from "./put-in.ts";
import { runAction } from "./run.ts";
import { settingAction } from "./settings.ts";
import { someMove } from "./some-move.ts";
import { someTrouble } from "./some-trouble.ts";
import { soughtFor } from "./sought.ts";
import { newText, otherName, renameWord, uniqueText } from "./texts-to-change.ts";

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
  | "move"
  | "trouble";

type Weights = readonly (readonly [ActionKind, number])[];

const alone: Weights = [
  ["read", 13],
  ["list", 9],
  ["search", 13],
  ["rename", 12],
  ["replace", 15],
  ["set", 13],
  ["insert", 26],
  ["create", 13],
  ["run", 13],
  ["everywhere", 7],
  ["move", 8],
  ["trouble", 8],
];

/** Among others in one message, those that are most easily left out or taken for the next one stand more often. */
const amongOthers: Weights = [
  ["read", 16],
  ["list", 9],
  ["search", 16],
  ["rename", 11],
  ["replace", 11],
  ["set", 7],
  ["insert", 11],
  ["create", 16],
  ["run", 22],
  ["everywhere", 10],
  ["move", 6],
  ["trouble", 4],
];

/** Something to order, and the files that it takes put into the world. */
export function pickAction(scene: Scene, kinds?: readonly ActionKind[]): Action {
  return make(scene, kinds ? scene.chance.pick(kinds) : scene.chance.weighed(alone));
}

/** The same, of several that one message asks for. */
export function pickActions(scene: Scene, count: number): Action[] {
  return Array.from({ length: count }, () => make(scene, scene.chance.weighed(amongOthers)));
}

function make(scene: Scene, kind: ActionKind): Action {
  const inReal = !scene.real && scene.chance.maybe(realShare) ? inRealFile(scene, kind) : undefined;
  return inReal ?? makers[kind](scene);
}

/** Of the actions that can be done in a file of an installed package. */
const realShare = 0.35;

const makers: Readonly<Record<ActionKind, (scene: Scene) => Action>> = {
  read: (scene) => {
    const { chance, world } = scene;
    if (chance.maybe(0.15)) return knownFileAction(scene);
    if (chance.maybe(0.06)) return countLinesAction(scene, someFile(scene));
    // Now and then one that is too long to be shown whole, or empty.
    if (chance.maybe(0.07)) return readAction(scene, newFile(scene, chance.whole(60, 260)));
    if (chance.maybe(0.02)) {
      const path = freePath(scene);
      world.add(path, []);
      return readAction(scene, path);
    }
    if (chance.maybe(0.4))
      return readAction(scene, fileToRead(scene, chance.whole(1, chance.pick([4, 12, 40]))));
    return readAction(scene, someFile(scene));
  },
  list: (scene) => {
    const { chance } = scene;
    if (chance.maybe(0.75)) ordinaryFolder(scene);
    else for (let more = chance.whole(1, 5); more > 0; more -= 1) newFile(scene, 1);
    const below = scene.world
      .paths()
      .flatMap((path) => (path.includes("/") ? [path.split("/")[0] ?? "."] : []));
    return listAction(scene, below.length > 0 && chance.maybe(0.4) ? chance.pick(below) : ".");
  },
  search: (scene) => searchAction(scene, soughtFor(scene)),
  rename: (scene) => {
    if (scene.language !== "en" && scene.chance.maybe(0.2)) return renameWord(scene);
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
    if (chance.maybe(0.5)) return settingAction(scene);
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
  insert: (scene) => (scene.chance.maybe(0.4) ? addToList(scene) : putIn(scene)),
  create: (scene) => {
    const { chance } = scene;
    const path = chance.maybe(0.15) ? freePlainPath(scene) : freePath(scene);
    const many = chance.weighed([
      [1, 56],
      [2, 28],
      [chance.whole(3, 12), 16],
    ]);
    if (path.endsWith(".json"))
      return createAction(scene, path, many > 2 ? jsonOf(scene, path, many) : ["{}"]);
    const source = { ...scene, chinese: scene.language !== "en" };
    if (/\.(?:txt|md)$/.test(path) && chance.maybe(0.5)) return createAction(scene, path, givenLines(source));
    const lines = fileLines(source, path, many);
    if (lines.every((line) => line.trim() === "")) return makers.create(scene);
    const told = many > 2 ? lines : lines.filter((line) => line.trim() !== "");
    const [one = sentence(chance, scene.names), ...more] = told.map((line) =>
      many > 2 ? line : line.trim(),
    );
    return createAction(scene, path, [one === "" ? scene.names.word() : one, ...withoutEmptyEnd(more)]);
  },
  run: (scene) => runAction(scene, scene.real ? realCommand(scene) : scripted(scene)),
  everywhere: (scene) => {
    const from = scene.names.identifier();
    let to = otherName(scene, from);
    for (let left = scene.chance.pick([1, 1, 2, 2, 3]); left > 0; left -= 1)
      to = fitting(holding(scene, from, 1), to);
    return renameEverywhereAction(scene, from, to);
  },
  move: someMove,
  trouble: someTrouble,
};

/** An object with some members, as people paste one. */
function jsonOf(scene: Scene, path: string, count: number): [string, ...string[]] {
  const [first = "{", ...more] = fileLines({ ...scene, chinese: false }, path, count);
  return [first, ...more];
}

/** Lines of which the last is not empty: nobody sees one at the end of a message. */
function withoutEmptyEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}
