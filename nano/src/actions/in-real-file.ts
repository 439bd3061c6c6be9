import type { Action, Scene } from "../scene.ts";
import { isKept } from "../words/names.ts";
import { someRealFile } from "../world/files-at-hand.ts";
import { renameAction, replaceAction, setAction } from "./change.ts";
import { readAction, searchAction } from "./look.ts";
import type { ActionKind } from "./pick-action.ts";
import { besideLine } from "./put-in.ts";
import { newText, otherName } from "./texts-to-change.ts";

/** The same as in a file of the generator, among lines that people wrote. Undefined where it does not fit. */
export function inRealFile(scene: Scene, kind: ActionKind): Action | undefined {
  switch (kind) {
    case "read": {
      const path = someRealFile(scene);
      return path === undefined ? undefined : readAction(scene, path);
    }
    case "search":
      return realSearch(scene);
    case "rename": {
      const path = someRealFile(scene, ({ name }) => /\.(?:[cm]?js|ts|c|h|py)$/.test(name));
      const from = path === undefined ? undefined : realName(scene, [path], 6);
      if (path === undefined || from === undefined) return undefined;
      return renameAction(scene, path, from, otherName(scene, from).replaceAll("-", "_"));
    }
    case "replace": {
      const path = someRealFile(scene, ({ name }) => isProse(name));
      const text = path === undefined ? undefined : onceThere(scene, path);
      if (path === undefined || text === undefined) return undefined;
      return replaceAction(scene, path, text, newText(scene, path, text));
    }
    case "set":
      return realSetting(scene);
    case "insert": {
      const path = someRealFile(scene, ({ name }) => isProse(name));
      const at = path === undefined ? undefined : onceThere(scene, path);
      if (path === undefined || at === undefined || !scene.world.lines(path).includes(at)) return undefined;
      const line = scene.names.word();
      return besideLine(scene, path, at, `- ${line}`, scene.chance.pick(["after", "before"]));
    }
    default:
      return undefined;
  }
}

const isProse = (name: string) => /\.(?:md|txt)$|^[A-Z]+$/.test(name);

function realSearch(scene: Scene): Action | undefined {
  const paths = Array.from({ length: scene.chance.pick([1, 2, 2, 3]) }, () => someRealFile(scene)).filter(
    (path) => path !== undefined,
  );
  const name = realName(scene, paths, scene.chance.maybe(0.3) ? 40 : 9);
  return name === undefined ? undefined : searchAction(scene, name);
}

/** A name of several letters that stands in these files, at most so often. */
function realName(scene: Scene, paths: readonly string[], most: number): string | undefined {
  const text = paths.flatMap((path) => scene.world.lines(path)).join("\n");
  const names = new Set(text.match(/[A-Za-z_$][\w$]{3,40}/g) ?? []);
  const fitting = [...names].filter((name) => !isKept(name) && text.split(name).length - 1 <= most);
  const telling = fitting.filter((name) => /[A-Z_]/.test(name.slice(1)));
  const some = telling.length > 0 && scene.chance.maybe(0.6) ? telling : fitting;
  return some.length > 0 ? scene.chance.pick(some) : undefined;
}

/** A line, or some words of one, that stands there once. */
function onceThere(scene: Scene, path: string): string | undefined {
  const lines = scene.world.lines(path);
  const whole = lines.join("\n");
  const spans = lines.flatMap((line) => {
    const trimmed = line.trim();
    const said = trimmed.split(" ");
    const from = scene.chance.whole(0, Math.max(0, said.length - 3));
    const some = said.slice(from, from + scene.chance.whole(2, 6)).join(" ");
    return [trimmed, some];
  });
  const once = spans.filter(
    (span) =>
      span.includes(" ") &&
      span.length > 5 &&
      span.length < 90 &&
      !/["'`]/.test(span) &&
      whole.split(span).length === 2,
  );
  return once.length > 0 ? scene.chance.pick(once) : undefined;
}

const settable =
  /^\s*"(version|main|name|license|description|type|types|node|author|homepage|sideEffects)": ("[^"]{0,60}"|true|false),?$/;

/** "Set the version in package.json", and its fellows. */
function realSetting(scene: Scene): Action | undefined {
  const { chance, names } = scene;
  const path = someRealFile(scene, ({ name }) => name === "package.json");
  if (path === undefined) return undefined;
  const lines = scene.world.lines(path);
  // Of several of one name the outermost is meant.
  const outer = Math.min(...lines.flatMap((line) => (settable.test(line) ? [line.search(/\S/)] : [])));
  const settings = lines
    .filter((line) => settable.test(line) && line.search(/\S/) === outer)
    .map((line) => line.trim());
  if (settings.length === 0) return undefined;
  const line = chance.pick(settings);
  const [, name = "", before = ""] = settable.exec(line) ?? [];
  if (lines.join("\n").split(line).length !== 2) return undefined;
  const version = () => `"${chance.whole(0, 9)}.${chance.whole(0, 20)}.${chance.whole(0, 9)}"`;
  const word = () => `"${chance.pick([names.word(), names.identifier(), `${names.word()}.js`])}"`;
  const flag = before === "true" ? "false" : "true";
  const after = name === "version" || name === "node" ? version() : before.startsWith('"') ? word() : flag;
  return after === before ? undefined : setAction(scene, path, name, line, after);
}
