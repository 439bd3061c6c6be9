import { type Scene, said } from "../scene.ts";
import { talk } from "./talk.ts";
import type { Turn } from "./turn.ts";

const undoes = {
  en: "undo|undo that|undo it|undo please|undo the last change|undo everything|revert|revert that|revert it|take that back|put it back|roll back|reset|undo all|go back",
  zh: "撤销|撤销刚才的修改|撤回|恢复原样|改回去|还原|回退|撤销一下|全部撤销|undo",
};

const repeats = {
  en: "again|once more|one more time|do it again|do that again|repeat|repeat that|same again|again please|and again|retry|try again",
  zh: "再来一次|再来一遍|重来|重复一次|再一次|再试一次|重试|再做一遍|again",
};

/** It holds whether or not anything was changed, and has no word of the orders but the one to type. */
const undoHow = {
  en: "Kestrel itself can do that: type /undo.",
  zh: "这要由 Kestrel 来做：请输入 /undo。",
};

const nothingToRepeat = {
  en: "No command was run yet. What shall I do?",
  zh: "还没有运行过命令。要我做什么？",
};

/** "Undo that" where no rename can be turned round, and "again" where no command came before; undefined where either has a meaning. */
export function idleTurn(scene: Scene): Turn | undefined {
  const { chance, memory } = scene;
  const ways = [
    ...(memory.renamed === undefined && memory.moved === undefined ? [[undoes, undoHow] as const] : []),
    ...(memory.command === undefined ? [[repeats, nothingToRepeat] as const] : []),
  ];
  if (ways.length === 0) return undefined;
  const [orders, answer] = chance.pick(ways);
  const user = chance.pick(said(scene, orders).split("|"));
  return talk(scene, "idle", user, said(scene, answer), []);
}
