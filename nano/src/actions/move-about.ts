import { type Action, type Scene, said } from "../scene.ts";
import { shellWord } from "../world/shell-words.ts";
import { phrase, quoted } from "./phrases.ts";

/** "Delete this file": by the shell, for there is no tool for it. */
export function deleteAction(scene: Scene, path: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "(delete|remove|erase) (the file|) {f}",
        "(get rid of|throw away) (the file|) {f}",
        "rm {f}",
        "(I|we) (do not|don't) need {f} (any more|anymore), (delete|remove) it",
        "(drop|trash|wipe|kill|bin) (the file|) {f}",
        "{f} (can go|should go|must go|has to go|is to be deleted)",
        "(the file|) {f} (is not needed|is useless|is old), (delete|remove) it",
        "(I want|I'd like) {f} (gone|deleted|removed)",
      ],
      zh: [
        "(删除|删掉|移除)(文件|){f}",
        "把{f}(删了|删掉|删除)",
        "不(需要|要){f}了(，删掉|，删了它|)",
        "(清除|丢掉|扔掉|rm)(一下|){f}",
        "{f}(可以删了|没用了，删掉|要删掉)",
      ],
    },
    { f: quoted(scene, path) },
  );
  const done = { en: `Deleted ${path}.`, zh: `已删除 ${path}。` };
  return movedBy(scene, { line: `rm ${shellWord(path)}`, order, path, done });
}

/** "Move this file there", "copy it", which leaves the first where it is. `to` is a new name, or a folder that is there. */
export function moveAction(scene: Scene, from: string, to: string, copies: boolean): Action {
  const places = { f: quoted(scene, from), t: quoted(scene, to) };
  const orders = copies ? copyOrders : ordersToMove(from, to);
  const done = copies
    ? { en: `Copied ${from} to ${to}.`, zh: `已把 ${from} 复制为 ${to}。` }
    : { en: `Moved ${from} to ${to}.`, zh: `已把 ${from} 移动到 ${to}。` };
  const line = `${copies ? "cp" : "mv"} ${shellWord(from)} ${shellWord(to)}`;
  const back = copies || to.endsWith("/") ? undefined : { from, to };
  return movedBy(scene, { line, order: phrase(scene, orders, places), path: to, done, back });
}

/** "Now rename it back", said of a file. */
export function movedBack(scene: Scene, { from, to }: { from: string; to: string }): Action {
  const order = phrase(scene, {
    en: ["undo that", "rename it back", "undo", "move it back", "give it its old name", "revert that"],
    zh: ["撤销", "改回去", "移回去", "把它改回原来的名字", "恢复原样"],
  });
  return { ...moveAction(scene, to, from, false), skill: "refer", order };
}

/** Only what has an ending is a file without being called one: "rename total to sum" is about a name in files. */
const hasEnding = (path: string) => /[^./]\.\w+$/.test(path);

function ordersToMove(from: string, to: string): Orders {
  if (to.endsWith("/")) return folderOrders;
  if (!hasEnding(from) || !hasEnding(to)) return fileOrders;
  return {
    en: [...bareOrders.en, ...fileOrders.en],
    zh: [...bareOrders.zh, ...fileOrders.zh],
  };
}

type Orders = { en: readonly string[]; zh: readonly string[] };

const copyOrders: Orders = {
  en: [
    "copy {f} to {t}",
    "(cp|copy) {f} {t}",
    "duplicate {f} as {t}",
    "(copy|duplicate) (the file|) {f} (to|as) {t}",
    "make a copy of {f} (called|named) {t}",
    "(save|keep) a copy of {f} (as|in) {t}",
  ],
  zh: [
    "把{f}复制(到|成|为){t}",
    "复制{f}(到|为){t}",
    "(cp|copy) {f} {t}",
    "把{f}(拷贝|复制)一份(到|，叫){t}",
    "给{f}(做|留)(个|一个)副本，(叫|名为){t}",
  ],
};

const fileOrders: Orders = {
  en: [
    "(move|rename) the file {f} to {t}",
    "(move|mv) {f} to {t}",
    "mv {f} {t}",
    "the file {f} should be (called|named) {t}",
    "give the file {f} the (new|) name {t}",
  ],
  zh: [
    "把文件{f}(重命名为|改名为|移动到|移到){t}",
    "mv {f} {t}",
    "(移动|重命名)文件{f}(到|为){t}",
    "给文件{f}改名，(叫|新名字是){t}",
  ],
};

const bareOrders: Orders = {
  en: [
    "rename {f} to {t}",
    "mv {f} {t}",
    "move {f} to {t}",
    "call {f} {t}",
    "(rename|move) {f} (to|into|as) {t}",
    "{f} (should|must) be (called|named) {t}",
    "(change|set) the name of {f} to {t}",
    "(let's|from now on) call {f} {t}",
  ],
  zh: [
    "把{f}改名为{t}",
    "mv {f} {t}",
    "把{f}(重命名为|改名叫|改名成){t}",
    "{f}(改名为|重命名为|改叫){t}",
    "(rename|重命名|移动) {f} (to|为|到) {t}",
  ],
};

const folderOrders: Orders = {
  en: [
    "move {f} to {t}",
    "mv {f} {t}",
    "move {f} into {t}",
    "(put|move) (the file|) {f} (in|into|under) {t}",
    "{f} (belongs|should be) in {t}, move it there",
  ],
  zh: ["把{f}(移到|移动到|放到|放进){t}", "mv {f} {t}", "(移动|move) {f} 到 {t}", "{f}应该放在{t}里，移过去"],
};

type Moving = {
  line: string;
  order: string;
  path: string;
  done: { en: string; zh: string };
  back?: { from: string; to: string } | undefined;
};

function movedBy(scene: Scene, { line, order, path, done, back }: Moving): Action {
  return {
    skill: "run",
    order,
    command: line,
    perform: () => {
      const { text, ok } = scene.world.shell(line);
      scene.memory.command = line;
      if (ok && back) scene.memory.moved = back;
      const exchange = { tool: "shell", arguments: { command: line }, answer: text, ok };
      const last = text.split("\n").at(-1) ?? "";
      const report = ok
        ? said(scene, done)
        : said(scene, { en: `That did not work: ${last}`, zh: `没有成功：${last}` });
      return { exchanges: [exchange], report, says: [path], failed: !ok };
    },
  };
}
