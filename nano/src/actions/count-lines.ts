import { type Action, type Scene, said } from "../scene.ts";
import { shellWord } from "../world/shell-words.ts";
import { phrase, quoted } from "./phrases.ts";

/** "How many lines has this file?": the shell counts, for a model that cannot. */
export function countLinesAction(scene: Scene, path: string): Action {
  const line = `wc -l ${shellWord(path)}`;
  return {
    skill: "run",
    order: phrase(scene, orders, { f: quoted(scene, path) }),
    command: line,
    perform: () => {
      const { text, ok } = scene.world.shell(line);
      scene.memory.command = line;
      const exchange = { tool: "shell", arguments: { command: line }, answer: text, ok };
      const last = text.split("\n").at(-1) ?? "";
      const count = last.split(" ")[0] ?? "";
      const report = ok
        ? said(scene, {
            en: `${path} has ${count} ${count === "1" ? "line" : "lines"}.`,
            zh: `${path} 有 ${count} 行。`,
          })
        : said(scene, { en: `That did not work: ${last}`, zh: `没有成功：${last}` });
      return { exchanges: [exchange], report, says: [ok ? count : path], failed: !ok };
    },
  };
}

const orders = {
  en: [
    "how many lines (are in|has) {f}",
    "how many lines does {f} have",
    "count the lines (of|in) {f}",
    "(what is|give me|tell me) the (number of lines|line count) (of|in) {f}",
    "how many lines (long is|are there in) {f}",
  ],
  zh: [
    "{f}有多少行",
    "{f}(一共|总共)(有|)(多少|几)行",
    "数一下{f}有(多少|几)行",
    "(统计|数一下|数数){f}的行数",
  ],
};
