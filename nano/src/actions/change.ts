import { type Action, type Exchange, type Performed, type Scene, said } from "../scene.ts";
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
        "(rename|change|turn) {x} (to|into) {y} in (the file|) {f}",
        "in {f}(,|) (rename|change) {x} to {y}",
        "(replace|swap|exchange) (every|all|each|) {x} (with|by|for) {y} in {f}",
        "replace every {x} in {f} with {y}",
        "change all {x} in {f} to {y}",
        "in {f}(,|) replace {x} (with|by) {y}",
        "(edit|open) {f} and (change|rename) {x} to {y}",
        "(make|let) {x} in {f} {y}",
        "(call|name) {x} {y} in {f}",
        "in {f}(,|) {x} (should|must) be (called|named|) {y}",
        "in {f}(,|) give {x} the name {y}",
        "(the name|the variable|the function) {x} in {f} should be {y}",
        "give {x} in {f} the (new|better|) name {y}",
        "(use|write) {y} instead of {x} in {f}",
        "I do not like the name {x} in {f}, (call|name) it {y}",
      ],
      zh: [
        "把{f}(里|中|里面)的{x}(改成|改为|换成|替换成|替换为|改名为|重命名为)(了|){y}",
        "在{f}(里|中)把{x}(改成|改为|换成|重命名为|替换成){y}",
        "将{f}(里|中)(的|所有的|所有){x}(替换成|替换为|改成|改为){y}",
        "{f}(里|中)的{x}(改成|换成|改名叫|改叫|统一改成|要改成){y}",
        "把{x}改成{y}，(文件是|在){f}",
        "{f}里用{y}代替{x}",
        "在{f}里给{x}改名，(新名字是|叫){y}",
        "(rename|replace)(一下|){f}里的{x}(成|为|，改成){y}",
      ],
    },
    { f: quoted(scene, path), x: quoted(scene, from), y: quoted(scene, to) },
  );
  return { skill: "rename", order, perform: () => renamed(scene, path, from, to) };
}

export function renamed(scene: Scene, path: string, from: string, to: string): Performed {
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
        "(change|replace) (the text|the line|the words|the sentence|) {x} (to|with|by) {y} in (the file|) {f}",
        "change {x} to {y} in {f}",
        "replace {x} with {y} in {f}",
        "in {f}(,|) (replace|change|swap) (the text|the line|) {x} (with|to|by|for) {y}",
        "(write|put|say) {y} instead of {x} in {f}",
        "in {f}(,|) {x} (should|must) (be|become|say|read) {y}",
        "the file {f} says {x}, (make that|change it to|it should say) {y}",
        "(make|turn) {x} in {f} into {y}",
        "(edit|fix|correct) {f}: {x} should be {y}",
        "in {f}: {x} -> {y}",
        "in the file {f} {x} => {y}",
      ],
      zh: [
        "把{f}(里|中|里面)的(文字|句子|内容|){x}(改成|改为|换成|替换成){y}",
        "在{f}(里|中)把{x}(改成|改为|换成|替换成){y}",
        "将{f}(里|中)的{x}(替换成|替换为|改成){y}",
        "{f}(里|中)的{x}(应该是|要改成|改成|换成){y}",
        "{f}里{x}(写错了，应该是|换成|改成){y}",
      ],
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
        "set (the value of|) {k} (to|=) {v} in (the file|) {f}",
        "in {f}(,|) (set|change|put) {k} to {v}",
        "change (the value of|) {k} in {f} to {v}",
        "(make|let) {k} (be|) {v} in {f}",
        "in {f}(,|) {k} (should|must) (be|become) {v}",
        "give {k} in {f} the value {v}",
        "update {k} in {f} to {v}",
        "(raise|lower|bump|adjust) {k} in {f} to {v}",
      ],
      zh: [
        "把{f}(里|中)(的|){k}的值(改成|设为|设成|改为|调成|设置成){v}",
        "在{f}(里|中)把{k}(设为|设成|改成|设置为|调到){v}",
        "将{f}(里|中)的{k}(设置为|设为|改为|调整为){v}",
        "{f}(里|的|中的){k}(改成|设为|应该是|调成|改为){v}",
        "把{k}设成{v}，在{f}里",
      ],
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
      en: [
        "(add|insert|put) (the line|a line|the text|) {l} (after|below|behind|under) (the line|) {m} in {f}",
        "in {f}(,|) (add|insert|put) {l} (after|below|right after) {m}",
        "insert {l} after {m} in {f}",
        "(write|put) {l} on the line after {m} in {f}",
      ],
      zh: [
        "在{f}的{m}(后面|下面|之后)(加|添加|插入|写)(一行|){l}",
        "在{f}(里|中){m}(之后|后面|下面)(插入|加上|添加){l}",
        "把{l}加到{f}里{m}的(后面|下面)",
      ],
    },
    before: {
      en: [
        "(add|insert|put) (the line|a line|the text|) {l} (before|above|in front of) (the line|) {m} in {f}",
        "in {f}(,|) (add|insert|put) {l} (before|above|right before) {m}",
        "insert {l} before {m} in {f}",
      ],
      zh: [
        "在{f}的{m}(前面|上面|之前)(加|添加|插入)(一行|){l}",
        "在{f}(里|中){m}(之前|前面|上面)(插入|加上|添加){l}",
      ],
    },
    end: {
      en: [
        "(add|append|put|write) (the line|a line|a new line|) {l} (to|at) the (end|bottom) of {f}",
        "(add|append) (the line|a line saying|) {l} to (the file|) {f}",
        "append {l} to {f}",
        "at the end of {f}(,|) (add|put|write) {l}",
        "(extend|end) {f} with {l}",
      ],
      zh: [
        "在{f}的(末尾|最后|结尾|最后一行后面)(加|加上|添加|追加|写上)(一行|){l}",
        "给{f}(加上|添加|追加)(一行|){l}",
        "在{f}(最后|末尾)(添加|加上|加|追加)(一行|){l}",
        "{f}(末尾|最后)(追加|加上|加)(一行|一行：|){l}",
        "把{l}(加到|追加到|写到){f}(末尾|最后|的最后一行)",
      ],
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
