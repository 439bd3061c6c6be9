import { renamedBack } from "../actions/change-everywhere.ts";
import { knownFileAction, listsKnown } from "../actions/known-files.ts";
import { readAction, searchAction } from "../actions/look.ts";
import { movedBack } from "../actions/move-about.ts";
import { runAction } from "../actions/run.ts";
import { type Action, type Scene, said } from "../scene.ts";
import { orderTurn } from "./order-turn.ts";
import type { Turn } from "./turn.ts";

/** A turn that points back: "now rename it back", "read it again". Undefined when there is nothing to point to. */
export function referTurn(scene: Scene): Turn | undefined {
  const { chance, memory, world } = scene;
  const possible: (() => Action)[] = [];
  const { path, command, pattern, renamed: last } = memory;
  if (last) {
    const back = () => renamedBack(scene, last);
    possible.push(back, back, back);
  }
  if (path !== undefined && world.has(path))
    possible.push(() => again(readAction(scene, path), chance.pick(said(scene, rereads))));
  if (command !== undefined)
    possible.push(() =>
      again(
        runAction(scene, { line: command, check: command === memory.check }),
        chance.pick(said(scene, reruns)),
      ),
    );
  const { moved } = memory;
  if (moved && world.has(moved.to) && !world.has(moved.from)) {
    const back = () => movedBack(scene, moved);
    possible.push(back, back);
  }
  const called = () => knownFileAction(scene);
  if (listsKnown(scene)) possible.push(called, called);
  if (last) possible.push(() => again(searchAction(scene, last.to), chance.pick(said(scene, newNames))));
  else if (pattern !== undefined)
    possible.push(() => again(searchAction(scene, pattern), chance.pick(said(scene, searches))));
  if (possible.length === 0) return undefined;
  const turn = orderTurn(scene, [chance.pick(possible)()]);
  return { ...turn, skill: "refer" };
}

const again = (action: Action, order: string): Action => ({ ...action, order });

const rereads = {
  en: [
    "read it again",
    "show it again",
    "show me that file",
    "show me the file",
    "read that file",
    "what does it say now",
    "show it",
  ],
  zh: ["再读一遍", "再看一下这个文件", "显示这个文件", "现在它的内容是什么", "看看那个文件"],
};
const reruns = {
  en: ["run it again", "run that again", "again", "execute it again", "run the command again", "once more"],
  zh: ["再运行一次", "再跑一遍", "重新运行", "再执行一次", "再来一次", "再来一遍"],
};
const searches = {
  en: ["search for it again", "search again", "look for it again"],
  zh: ["再搜索一次", "再找一下"],
};
const newNames = {
  en: ["where is the new name", "find the new name", "search for the new name"],
  zh: ["新名字在哪里", "查找新名字", "搜索新名字"],
};
