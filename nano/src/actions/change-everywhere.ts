import { type Action, type Performed, type Scene, said } from "../scene.ts";
import { edited, renamed } from "./change.ts";
import { called } from "./look.ts";
import { phrase, quoted } from "./phrases.ts";

/** "Find this name and change it to that one": wherever the search finds it. */
export function renameEverywhereAction(scene: Scene, from: string, to: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "(find|search for|look for|grep) {x} and (change|rename|turn|replace) it (to|into|with) {y}",
        "find {x} and change it to {y}",
        "search for {x} and replace it with {y}",
        "rename {x} to {y} (everywhere|in all files|in every file|in the whole project|wherever it is)",
        "(change|replace) {x} (to|with|by) {y} (in all files|in every file|everywhere|in the project|in the whole folder)",
        "(wherever you find|everywhere you see) {x}, (write|put) {y}",
        "(replace|change) all uses of {x} (by|to) {y}",
        "{x} (should|must) be (called|named|) {y} (everywhere|in all files|in the whole project)",
        "(everywhere|in all files|in every file|throughout the project|project-wide|globally)(,|) (rename|change|replace) {x} (to|with|by) {y}",
        "(in the whole project|in all files|everywhere) {x} (becomes|should be|must be) {y}",
        "(rename|change) {x} to {y} (across the project|across all files|throughout|project-wide|in the entire project|globally)",
        "(no more|I do not want any) {x}(: use| anywhere, use|, write) {y} (everywhere|instead everywhere)",
      ],
      zh: [
        "(找到|查找|搜索|找出){x}(并|，把它|，然后|，)(改成|替换成|换成|改为){y}",
        "把(所有文件|整个项目|全部文件)(里|中)的{x}(改成|换成|替换成){y}",
        "把{x}(全部|都|统统)(改成|换成|替换成){y}",
        "(所有文件|项目)里的{x}都(改成|换成){y}",
        "(整个项目|所有地方|到处|全局)(里|)(的|)(都|)(把|){x}(都|)(改成|换成|替换为){y}",
        "{x}(在所有文件里|到处|全部)都(应该是|要改成|改叫){y}",
        "全局(替换|重命名){x}(为|成){y}",
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
      "undo",
      "revert",
      "now change it back",
      "undo the last change",
    ],
    zh: ["改回去", "再改回来", "撤销", "把它改回去", "恢复原样", "撤销刚才的修改"],
  });
  return { skill: "refer", order, perform: () => renamed(scene, path, to, from) };
}
