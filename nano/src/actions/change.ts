import { type Action, type Exchange, type Performed, type Scene, said } from "../scene.ts";
import { called, noFile } from "./look.ts";
import { inMarks, phrase, quoted } from "./phrases.ts";

type Change = { path: string; old: string; new: string; all?: true };

/** Reads the file unless its text stands in the conversation already, then edits it. Undefined when there is no such file. */
function edited(scene: Scene, change: Change): { exchanges: Exchange[]; edit: Exchange | undefined } {
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
function told(scene: Scene, change: Change, done: { en: string; zh: string }, says: string[]): Performed {
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
  const order = phrase(
    scene,
    {
      en: [
        "rename {x} to {y} in {f}",
        "rename {x} to {y} in {f}",
        "in {f}, rename {x} to {y}",
        "in {f} change {x} to {y}",
        "change {x} to {y} in {f}",
        "replace {x} with {y} in {f}",
        "replace {x} by {y} in {f}",
        "replace every {x} in {f} with {y}",
        "change all {x} in {f} to {y}",
        "in {f} replace {x} with {y}",
        "edit {f} and change {x} to {y}",
      ],
      zh: [
        "把{f}里的{x}改成{y}",
        "把{f}中的{x}改为{y}",
        "在{f}里把{x}改成{y}",
        "在{f}中把{x}重命名为{y}",
        "将{f}里的{x}替换成{y}",
        "把{f}里的{x}换成{y}",
      ],
    },
    { f: quoted(scene, path), x: quoted(scene, from), y: quoted(scene, to) },
  );
  return { skill: "rename", order, perform: () => renamed(scene, path, from, to) };
}

function renamed(scene: Scene, path: string, from: string, to: string): Performed {
  const done = { en: `${from} is now ${to} in ${path}.`, zh: `${path} 里的 ${from} 已改成 ${to}。` };
  const performed = told(scene, { path, old: from, new: to, all: true }, done, [to]);
  if (!performed.failed) scene.memory.renamed = { path, from, to };
  return performed;
}

/** "Change this text to that text in the file": words with spaces, which must stand there once. */
export function replaceAction(scene: Scene, path: string, from: string, to: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "change {x} to {y} in {f}",
        "replace {x} with {y} in {f}",
        "replace the text {x} with {y} in {f}",
        "replace the line {x} with {y} in {f}",
        "in {f}, replace {x} with {y}",
        "in {f} change {x} to {y}",
        "in {f} change the text {x} to {y}",
      ],
      zh: ["把{f}里的{x}改成{y}", "在{f}里把{x}改成{y}", "把{f}中的文字{x}改为{y}", "将{f}里的{x}替换成{y}"],
    },
    { f: quoted(scene, path), x: inMarks(scene, from), y: inMarks(scene, to) },
  );
  const done = { en: `Done: ${path} now says ${to}`, zh: `已改好：${path} 现在是 ${to}` };
  return { skill: "replace", order, perform: () => told(scene, { path, old: from, new: to }, done, [to]) };
}

/** "Set the port to 8080 in config.json": the line that names it is found in what was read. */
export function setAction(scene: Scene, path: string, name: string, line: string, value: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "set {k} to {v} in {f}",
        "set {k} to {v} in {f}",
        "in {f}, set {k} to {v}",
        "in {f} set {k} to {v}",
        "change the value of {k} in {f} to {v}",
        "set the value of {k} in {f} to {v}",
      ],
      zh: ["把{f}里{k}的值改成{v}", "在{f}里把{k}设为{v}", "将{f}中的{k}设置为{v}", "把{f}里的{k}设成{v}"],
    },
    { f: quoted(scene, path), k: quoted(scene, name), v: scene.language === "en" ? value : ` ${value}` },
  );
  const at = line.indexOf(name) + name.length;
  const joint = /^"?\s*[:=]\s*/.exec(line.slice(at))?.[0] ?? " = ";
  const end = /[;,]$/.exec(line)?.[0] ?? "";
  const next = `${line.slice(0, at)}${joint}${value}${end}`;
  const done = { en: `${name} is now ${value} in ${path}.`, zh: `${path} 里的 ${name} 已设为 ${value}。` };
  return {
    skill: "set",
    order,
    perform: () => told(scene, { path, old: line, new: next }, done, [name, value]),
  };
}

/** "Add this line after that one", or at the end, or take one out. */
export function insertAction(scene: Scene, path: string, at: string, line: string, way: InsertWay): Action {
  const places = { f: quoted(scene, path), l: inMarks(scene, line), m: inMarks(scene, at) };
  const orders = {
    after: {
      en: ["add the line {l} after {m} in {f}", "in {f}, add {l} after {m}", "insert {l} after {m} in {f}"],
      zh: ["在{f}的{m}后面加一行{l}", "在{f}里{m}之后插入{l}"],
    },
    before: {
      en: [
        "add the line {l} before {m} in {f}",
        "in {f}, add {l} before {m}",
        "insert {l} before {m} in {f}",
      ],
      zh: ["在{f}的{m}前面加一行{l}", "在{f}里{m}之前插入{l}"],
    },
    end: {
      en: [
        "add {l} to the end of {f}",
        "add the line {l} to {f}",
        "append {l} to {f}",
        "add the line {l} at the end of {f}",
      ],
      zh: ["在{f}的末尾加一行{l}", "给{f}加上一行{l}", "在{f}最后添加{l}"],
    },
  }[way];
  const now = way === "before" ? `${line}\n${at}` : `${at}\n${line}`;
  const done = { en: `Added to ${path}: ${line}`, zh: `已加到 ${path}：${line}` };
  return {
    skill: "insert",
    order: phrase(scene, orders, places),
    perform: () => told(scene, { path, old: at, new: now }, done, [line]),
  };
}

export type InsertWay = "after" | "before" | "end";

/** "Find this name and change it to that one": wherever the search finds it. */
export function renameEverywhereAction(scene: Scene, from: string, to: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "find {x} and change it to {y}",
        "find {x} and rename it to {y}",
        "search for {x} and replace it with {y}",
        "find {x} and replace it with {y}",
        "rename {x} to {y} everywhere",
        "change {x} to {y} in all files",
        "replace {x} with {y} in every file",
      ],
      zh: [
        "找到{x}并改成{y}",
        "搜索{x}并替换成{y}",
        "把所有文件里的{x}改成{y}",
        "查找{x}，把它改成{y}",
        "把{x}全部改成{y}",
      ],
    },
    { x: quoted(scene, from), y: quoted(scene, to) },
  );
  return { skill: "chain", order, perform: () => renamedEverywhere(scene, from, to) };
}

function renamedEverywhere(scene: Scene, from: string, to: string): Performed {
  const found = called(scene, "search", from);
  scene.memory.pattern = from;
  if (!found.answer.includes("\n")) {
    const report = said(scene, { en: `I found no ${from}.`, zh: `没有找到 ${from}。` });
    return { exchanges: [found], report, says: [from], failed: true };
  }
  const paths = found.answer.split("\n").filter((line) => !/^\d+: /.test(line));
  const exchanges = [found];
  for (const path of paths)
    exchanges.push(...edited(scene, { path, old: from, new: to, all: true }).exchanges);
  const list = paths.join(said(scene, { en: " and ", zh: " 和 " }));
  if (paths.length === 1) scene.memory.renamed = { path: list, from, to };
  const report = said(scene, {
    en: `${from} is now ${to} in ${list}.`,
    zh: `${list} 里的 ${from} 已改成 ${to}。`,
  });
  return { exchanges, report, says: [to, ...paths] };
}

/** "Now rename it back." */
export function renamedBack(
  scene: Scene,
  { path, from, to }: { path: string; from: string; to: string },
): Action {
  const order = phrase(scene, {
    en: [
      "rename it back",
      "now rename it back",
      "change it back",
      "undo that",
      "undo it",
      "revert that",
      "put it back",
      "now change it back",
      "undo the last change",
    ],
    zh: ["改回去", "再改回来", "撤销", "把它改回去", "恢复原样", "撤销刚才的修改"],
  });
  return { skill: "refer", order, perform: () => renamed(scene, path, to, from) };
}
