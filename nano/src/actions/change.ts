import { type Action, type Exchange, type Performed, type Scene, said } from "../scene.ts";
import { isSettings } from "../words/settings.ts";
import { arrowOrders, namingOrders, renameOrders, replaceOrders, setOrders } from "./change-orders.ts";
import { insertOrder } from "./insert-order.ts";
import { called, noFile } from "./look.ts";
import { inMarks, phrase, quoted } from "./phrases.ts";

type Change = { path: string; old: string; new: string; all?: true };

/** Reads the file unless its text stands in the conversation already, then edits it. Undefined when there is no such file. */
export function edited(scene: Scene, change: Change): { exchanges: Exchange[]; edit: Exchange | undefined } {
  const { world, chance, memory } = scene;
  const exchanges: Exchange[] = [];
  memory.path = change.path;
  const call = (): Exchange => {
    const { text, ok } = world.edit(change);
    return { tool: "edit", arguments: { ...change }, answer: text, ok };
  };
  if (!world.seen(change.path)) {
    // Now and then the model is shown how one gets back on the way.
    if (!scene.real && world.has(change.path) && chance.maybe(0.02))
      exchanges.push({ ...call(), mistake: true });
    const read = called(scene, "read", change.path);
    exchanges.push(read);
    if (!read.ok) return { exchanges, edit: undefined };
  }
  const edit = call();
  return { exchanges: [...exchanges, edit], edit };
}

/** The end of an edit, well or not. */
export function performChange(
  scene: Scene,
  change: Change,
  done: { en: string; zh: string },
  says: string[],
): Performed {
  const { exchanges, edit } = edited(scene, change);
  const { path, old } = change;
  if (!edit) return { exchanges, ...noFile(scene, path) };
  if (edit.ok) return { exchanges, report: said(scene, done), says };
  const places = /places: lines ([\d, ]+)/.exec(edit.answer)?.[1];
  const short = old.split("\n")[0] ?? "";
  const report =
    places === undefined
      ? said(scene, {
          en: `I did not find ${short} in ${path}, so nothing was changed.`,
          zh: `在 ${path} 里没有找到 ${short}，所以没有改动。`,
        })
      : said(scene, {
          en: `${short} is in ${path} more than once (lines ${places}), so nothing was changed. Which one?`,
          zh: `${short} 在 ${path} 里不止一处（第 ${places} 行），所以没有改动。要改哪一处？`,
        });
  return { exchanges, report, says: places === undefined ? [path] : [places], failed: true };
}

/** "Rename this to that in the file", wherever it stands there. */
export function renameAction(scene: Scene, path: string, from: string, to: string): Action {
  const order = phrase(scene, isText(scene, path, from) ? namingOrders : renameOrders, {
    f: quoted(scene, path),
    x: quoted(scene, from),
    y: quoted(scene, to),
  });
  return { skill: "rename", order, perform: () => renamed(scene, path, from, to) };
}

/** Whether the name is a setting of that file with words for a value: there a plain "change this to that" asks for another value. */
function isText({ world }: Scene, path: string, name: string): boolean {
  if (!isSettings(path)) return false;
  return world.lines(path).some((line) => {
    const behind = line.slice(line.indexOf(name) + name.length);
    return line.includes(name) && /^"?\s*[:=]\s*["']?(?!true\b|false\b)[^\d\s"']/.test(behind);
  });
}

export function renamed(scene: Scene, path: string, from: string, to: string): Performed {
  const done = { en: `${from} is now ${to} in ${path}.`, zh: `${path} 里的 ${from} 已改成 ${to}。` };
  const performed = performChange(scene, { path, old: from, new: to, all: true }, done, [to]);
  if (!performed.failed) scene.memory.renamed = { path, from, to };
  return performed;
}

/** "Change this text to that text in the file": words with spaces, which must stand there once. */
export function replaceAction(scene: Scene, path: string, from: string, to: string): Action {
  const given = !/[`"“=>]/.test(from + to) && scene.chance.maybe(0.08);
  const order = given
    ? phrase(scene, arrowOrders, { f: quoted(scene, path), x: from, y: to })
    : phrase(scene, replaceOrders, {
        f: quoted(scene, path),
        x: inMarks(scene, from),
        y: inMarks(scene, to),
      });
  const done = { en: `Done: ${path} now says ${to}`, zh: `已改好：${path} 现在是 ${to}` };
  return {
    skill: "replace",
    order,
    given,
    perform: () => performChange(scene, { path, old: from, new: to }, done, [to]),
  };
}

/**
 * "Set the port to 8080 in config.json": what is replaced begins with the name that the order has, so that it is only copied on from
 * there; where its line begins would have to be looked for.
 */
export function setAction(scene: Scene, path: string, name: string, line: string, value: string): Action {
  // Words in marks after "change" are more often a new name than a new value.
  const orders = value.startsWith('"') ? { ...setOrders, en: setOrders.en.filter(asksForValue) } : setOrders;
  const order = phrase(scene, orders, {
    f: quoted(scene, path),
    k: quoted(scene, name),
    v: scene.language === "en" ? value : ` ${value}`,
  });
  const now = line.slice(line.indexOf(name));
  const joint = /^"?\s*[:=]\s*/.exec(now.slice(name.length))?.[0] ?? " = ";
  const end = /[;,]$/.exec(line)?.[0] ?? "";
  const next = `${name}${joint}${value}${end}`;
  const done = { en: `${name} is now ${value} in ${path}.`, zh: `${path} 里的 ${name} 已设为 ${value}。` };
  return {
    skill: "set",
    order,
    perform: () => performChange(scene, { path, old: now, new: next }, done, [name, value]),
  };
}

const asksForValue = (order: string) => !/change|make|let|should|must|turn|switch/.test(order);

/**
 * "Add this line after that one", or at the top or the end. `named`: what the order has of the other line, where it has not all; what is
 * replaced goes from there to the line's end.
 */
export function insertAction(
  scene: Scene,
  path: string,
  at: string,
  line: string,
  way: InsertWay,
  named: string = at,
): Action {
  const { order, given } = insertOrder(scene, path, named, line, way);
  const now = way === "before" || way === "top" ? `${line}\n${at}` : `${at}\n${line}`;
  const done = { en: `Added to ${path}: ${line}`, zh: `已加到 ${path}：${line}` };
  return {
    skill: "insert",
    order,
    given,
    perform: () => performChange(scene, { path, old: at, new: now }, done, [line]),
  };
}

export type InsertWay = "after" | "before" | "end" | "top";
