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
        "(read|open|show|print|display|view|check) (the file|the contents of|the content of|) {f}",
        "(show|read|print) me (the file|the contents of|what is in|what's in|) {f}",
        "(what is|what's) (in|inside|written in) (the file|) {f}",
        "what does (the file|) {f} (say|contain|have in it|look like)",
        "(have a look|take a look|look) (at|into|inside) {f}",
        "(read|open) {f} and (say|tell me) what (is in it|it says|it contains)",
        "tell me (what is in|what's in|what it says in|the contents of) {f}",
        "let me see (what is in|the contents of|) {f}",
        "(give me|get me) (the contents of|the text of|) {f}",
        "(what are the contents|what is the content) of {f}",
        "(see|look at) what {f} says",
        "(do you know what|can you see what) is in {f}",
        "read (through|out) {f}",
      ],
      zh: [
        "(读取|读一下|打开|看看|看一下|查看|显示|读|看|展示)(文件|){f}",
        "(看看|看一下|告诉我|说说){f}(里|里面|中)(有什么|是什么|写了什么|有哪些内容)",
        "(显示|查看|读出|输出|给我看){f}的(内容|全文)",
        "{f}(里|里面|中)(有什么|是什么|写了什么|写的什么)",
        "{f}的内容(是什么|)",
        "把{f}(打开|读出来|显示出来|给我看看|读一下)",
        "(read|open|show)(一下|) {f}",
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
  const order = phrase(
    scene,
    {
      en: [
        "(search|look|grep) for {x}",
        "(find|grep|search|locate) {x}",
        "(find|search for|look for|grep for|locate) (the word|the name|the text|all uses of|every use of|all places with|) {x} (here|in this folder|in the files|in the code|in this project|in all files|)",
        "where (is|do we use|do I use|does one find|can I find|do you see) {x}",
        "where is {x} (used|defined|mentioned|written|set)",
        "where does {x} (occur|appear|come up|stand)",
        "(which|what) (file|files) (mention|mentions|use|uses|contain|contains|has|have) {x}",
        "in which (file|files) is {x}",
        "(is there|do we have) {x} (anywhere|somewhere|in any file|)",
        "does (any file|anything|something) (mention|contain|use|have) {x}",
        "does {x} (occur|appear|exist) (anywhere|in any file|here)",
        "(tell|show) me where {x} is",
        "who (uses|mentions|calls) {x}",
      ],
      zh: [
        "(搜索|查找|找一下|找找|搜一下|查一下|找出|搜|寻找)(名字|文字|单词|){x}",
        "{x}(在哪里|在哪|在哪个文件|出现在哪里|在哪儿用到|在哪个文件里|用在哪里)",
        "(哪些|哪个)文件(里有|提到了|用到了|包含|里出现了){x}",
        "在哪里(用了|有|出现了|能找到){x}",
        "有没有(文件|地方)(提到|用到|包含){x}",
        "(search|find|grep)(一下|) {x}",
        "{x}这个(词|名字)(在哪里|在哪)",
      ],
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
