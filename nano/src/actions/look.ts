import { type Action, type Exchange, type Performed, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import { readOrders, searchOrders } from "./look-orders.ts";
import { phrase, quoted } from "./phrases.ts";

/** Makes a call in the scene's world. */
export function called({ world }: Scene, tool: "read" | "search", target: string): Exchange {
  const { text, ok } = tool === "read" ? world.read(target) : world.search(target);
  const given = tool === "read" ? { path: target } : { pattern: target };
  return { tool, arguments: given, answer: text, ok };
}

/** "Read a file and say what is in it." */
export function readAction(scene: Scene, path: string): Action {
  const order = phrase(scene, readOrders, { f: quoted(scene, path) });
  return { skill: "read", order, perform: () => readAndTold(scene, path) };
}

/** The file read, and what it says in short. */
export function readAndTold(scene: Scene, path: string): Performed {
  const exchange = called(scene, "read", path);
  scene.memory.path = path;
  if (!exchange.ok) return { exchanges: [exchange], ...noFile(scene, path) };
  if (exchange.answer === productTexts.emptyFile) {
    const report = said(scene, { en: `${path} is empty.`, zh: `${path} 是空的。` });
    return { exchanges: [exchange], report, says: [path] };
  }
  const lines = exchange.answer.split("\n");
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const last = lines.at(-1) ?? "";
  const cut = /^\[lines 1-(\d+) of (\d+); go on with offset \d+\]$/.exec(last);
  if (cut) {
    const report = said(scene, {
      en: `${path} begins with: ${first}\nI read the first ${cut[1]} of its ${cut[2]} lines.`,
      zh: `${path} 的第一行是：${first}\n我读了 ${cut[2]} 行中的前 ${cut[1]} 行。`,
    });
    return { exchanges: [exchange], report, says: [first, `${cut[2]}`] };
  }
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

/** "Where is this name?" */
export function searchAction(scene: Scene, pattern: string): Action {
  const order = phrase(scene, searchOrders, { x: quoted(scene, pattern) });
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

/** Files and lines that are named of all that a search found. */
const most = { files: 4, lines: 5 };

/** Where a search found its word: files with their lines. */
function placesTold(scene: Scene, pattern: string, answer: string): Omit<Performed, "exchanges"> {
  if (answer === productTexts.noMatches) {
    const report = said(scene, { en: `I found no ${pattern}.`, zh: `没有找到 ${pattern}。` });
    return { report, says: [pattern], failed: true };
  }
  const places: { path: string; lines: string[] }[] = [];
  for (const line of answer.split("\n")) {
    const number = /^(\d+): /.exec(line)?.[1];
    if (number !== undefined) places.at(-1)?.lines.push(number);
    else if (!line.startsWith("[only ")) places.push({ path: line, lines: [] });
  }
  const shown = places.slice(0, most.files);
  const list = shown.map(({ path, lines }) => {
    const few = lines.slice(0, most.lines);
    return said(scene, { en: `${path} line ${few.join(" and ")}`, zh: `${path} 第 ${few.join("、")} 行` });
  });
  const more = places.length > shown.length || places.some(({ lines }) => lines.length > most.lines);
  const report = said(scene, {
    en: `${pattern} is in ${list.join(", ")}${more ? " and more" : ""}.`,
    zh: `${pattern} 在 ${list.join("，")}${more ? " 等" : ""}。`,
  });
  return { report, says: shown.map(({ path }) => path) };
}
