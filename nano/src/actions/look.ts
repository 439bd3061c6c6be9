import { type Action, type Exchange, type Performed, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import { phrase, quoted } from "./phrases.ts";

/** Makes a call in the scene's world. */
export function called({ world }: Scene, tool: "read" | "search", target: string): Exchange {
  const { text, ok } = tool === "read" ? world.read(target) : world.search(target);
  const given = tool === "read" ? { path: target } : { pattern: target };
  return { tool, arguments: given, answer: text, ok };
}

/** "Read a file and say what is in it." */
export function readAction(scene: Scene, path: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "read {f}",
        "read {f}",
        "open {f}",
        "show me {f}",
        "show {f}",
        "what is in {f}",
        "what's in {f}",
        "what does {f} say",
        "look at {f}",
        "look into {f}",
        "print {f}",
        "read the file {f}",
        "read {f} and say what is in it",
        "read {f} and tell me what it says",
        "tell me what is in {f}",
        "show me the content of {f}",
        "display {f}",
      ],
      zh: [
        "读取{f}",
        "读一下{f}",
        "打开{f}",
        "看看{f}",
        "看看{f}里有什么",
        "显示{f}",
        "显示{f}的内容",
        "查看{f}",
        "{f}里有什么",
        "读取文件{f}",
      ],
    },
    { f: quoted(scene, path) },
  );
  return { skill: "read", order, perform: () => readAndTold(scene, path) };
}

function readAndTold(scene: Scene, path: string): Performed {
  const exchange = called(scene, "read", path);
  scene.memory.path = path;
  if (!exchange.ok) return { exchanges: [exchange], ...noFile(scene, path) };
  const lines = exchange.answer.split("\n");
  const [first = ""] = lines;
  const last = lines.at(-1) ?? "";
  const report =
    lines.length === 1
      ? said(scene, { en: `${path} says: ${first}`, zh: `${path} 的内容是：${first}` })
      : said(scene, {
          en: `${path} begins with: ${first}\nIt ends with: ${last}`,
          zh: `${path} 的第一行是：${first}\n最后一行是：${last}`,
        });
  return { exchanges: [exchange], report, says: [first, last] };
}

export function noFile(scene: Scene, path: string): Omit<Performed, "exchanges"> {
  const report = said(scene, { en: `There is no file ${path}.`, zh: `没有文件 ${path}。` });
  return { report, says: [path], failed: true };
}

/** "What files are here?" */
export function listAction(scene: Scene, folder: string): Action {
  const here = folder === ".";
  const orders = here
    ? {
        en: [
          "list the files",
          "list files",
          "list all files",
          "list the files here",
          "what files are here",
          "which files are there",
          "show the files",
          "show me the files",
          "what is in this folder",
          "what's in this folder",
          "show this folder",
          "ls",
        ],
        zh: [
          "列出文件",
          "列出所有文件",
          "有哪些文件",
          "这里有什么文件",
          "看看这个文件夹",
          "显示文件列表",
          "当前文件夹里有什么",
        ],
      }
    : {
        en: [
          "list the files in {d}",
          "what files are in {d}",
          "which files are in {d}",
          "show the folder {d}",
          "list {d}",
          "what is in the folder {d}",
          "show me the files in {d}",
        ],
        zh: ["列出{d}里的文件", "{d}里有哪些文件", "看看文件夹{d}", "列出文件夹{d}", "显示{d}里的文件"],
      };
  return {
    skill: "list",
    order: phrase(scene, orders, { d: quoted(scene, folder) }),
    perform: () => {
      const exchange = called(scene, "read", folder);
      if (!exchange.ok) return { exchanges: [exchange], ...noFile(scene, folder) };
      const names = exchange.answer.split("\n");
      const shown = names.slice(0, 12);
      const list = shown.join(", ");
      const more = names.length > shown.length;
      const report = said(scene, {
        en: `${here ? "Here" : `In ${folder}`} I see: ${list}${more ? " and more" : ""}.`,
        zh: `${here ? "这里" : `${folder} 里`}有：${list}${more ? " 等" : ""}。`,
      });
      return { exchanges: [exchange], report, says: shown };
    },
  };
}

/** "Where is this name?" */
export function searchAction(scene: Scene, pattern: string): Action {
  const order = phrase(
    scene,
    {
      en: [
        "search for {x}",
        "find {x}",
        "find {x}",
        "where is {x}",
        "where is {x} used",
        "grep {x}",
        "grep for {x}",
        "which files mention {x}",
        "which files use {x}",
        "find all uses of {x}",
        "look for {x}",
        "search {x}",
      ],
      zh: ["搜索{x}", "查找{x}", "找一下{x}", "{x}在哪里", "哪些文件里有{x}", "找出{x}", "在哪里用了{x}"],
    },
    { x: quoted(scene, pattern) },
  );
  return {
    skill: "search",
    order,
    perform: () => {
      const exchange = called(scene, "search", pattern);
      scene.memory.pattern = pattern;
      return { exchanges: [exchange], ...placesTold(scene, pattern, exchange.answer) };
    },
  };
}

/** Where a search found its word: files with their lines, at most four files named. */
function placesTold(scene: Scene, pattern: string, answer: string): Omit<Performed, "exchanges"> {
  if (answer === productTexts.noMatches) {
    const report = said(scene, { en: `I found no ${pattern}.`, zh: `没有找到 ${pattern}。` });
    return { report, says: [pattern], failed: true };
  }
  const places: { path: string; lines: string[] }[] = [];
  for (const line of answer.split("\n")) {
    const number = /^(\d+): /.exec(line)?.[1];
    if (number === undefined) places.push({ path: line, lines: [] });
    else places.at(-1)?.lines.push(number);
  }
  const shown = places.slice(0, 4);
  const list = shown.map(({ path, lines }) =>
    said(scene, { en: `${path} line ${lines.join(" and ")}`, zh: `${path} 第 ${lines.join("、")} 行` }),
  );
  const report = said(scene, {
    en: `${pattern} is in ${list.join(", ")}.`,
    zh: `${pattern} 在 ${list.join("，")}。`,
  });
  return { report, says: shown.map(({ path }) => path) };
}
