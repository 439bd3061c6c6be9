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

/** "Move this file there", "copy it", which leaves the first where it is. */
export function moveAction(scene: Scene, from: string, to: string, copies: boolean): Action {
  const places = { f: quoted(scene, from), t: quoted(scene, to) };
  const orders = copies
    ? {
        en: [
          "(copy|duplicate) (the file|) {f} (to|as) {t}",
          "make a copy of {f} (called|named) {t}",
          "cp {f} {t}",
        ],
        zh: ["把{f}复制(到|成|为){t}", "复制{f}(到|为){t}"],
      }
    : {
        en: [
          "(move|rename) the file {f} to {t}",
          "(move|mv) {f} to {t}",
          "the file {f} should be (called|named) {t}",
        ],
        zh: ["把文件{f}(重命名为|改名为|移动到|移到){t}", "(移动|重命名)文件{f}(到|为){t}"],
      };
  const done = copies
    ? { en: `Copied ${from} to ${to}.`, zh: `已把 ${from} 复制为 ${to}。` }
    : { en: `Moved ${from} to ${to}.`, zh: `已把 ${from} 移动到 ${to}。` };
  const line = `${copies ? "cp" : "mv"} ${shellWord(from)} ${shellWord(to)}`;
  return movedBy(scene, { line, order: phrase(scene, orders, places), path: to, done });
}

type Moving = { line: string; order: string; path: string; done: { en: string; zh: string } };

function movedBy(scene: Scene, { line, order, path, done }: Moving): Action {
  return {
    skill: "run",
    order,
    command: line,
    perform: () => {
      const { text, ok } = scene.world.shell(line);
      scene.memory.command = line;
      const exchange = { tool: "shell", arguments: { command: line }, answer: text, ok };
      const last = text.split("\n").at(-1) ?? "";
      const report = ok
        ? said(scene, done)
        : said(scene, { en: `That did not work: ${last}`, zh: `没有成功：${last}` });
      return { exchanges: [exchange], report, says: [path], failed: !ok };
    },
  };
}
