import { type Action, type Scene, said } from "../scene.ts";
import { called, noFile } from "./look.ts";
import { phrase, quoted } from "./phrases.ts";

/** So many names are told one by one; of more the count and the first few. */
const mostTold = 12;
const few = 6;

/** "What files are here?" */
export function listAction(scene: Scene, folder: string): Action {
  const here = folder === ".";
  return {
    skill: "list",
    order: phrase(scene, here ? hereOrders : thereOrders, { d: quoted(scene, folder) }),
    perform: () => {
      const exchange = called(scene, "read", folder);
      if (!exchange.ok) return { exchanges: [exchange], ...noFile(scene, folder) };
      return { exchanges: [exchange], ...namesTold(scene, here ? undefined : folder, exchange.answer) };
    },
  };
}

/** The names, or the count as the tool gave it and the first few. */
function namesTold(
  scene: Scene,
  folder: string | undefined,
  answer: string,
): { report: string; says: string[] } {
  const place = said(scene, {
    en: folder === undefined ? "Here" : `In ${folder}`,
    zh: folder === undefined ? "这里" : `${folder} 里`,
  });
  const lines = answer.split("\n");
  const note = lines.at(-1) ?? "";
  const count = /^\[(\d+) entries\]$/.exec(note)?.[1] ?? /^\[entries \S+ of (\d+);/.exec(note)?.[1];
  if (answer === "[empty folder]") {
    return { report: said(scene, { en: `${place} is nothing.`, zh: `${place}什么也没有。` }), says: [] };
  }
  const names = count === undefined ? lines : lines.slice(0, -1);
  if (count === undefined && names.length <= mostTold) {
    const list = names.join(", ");
    return {
      report: said(scene, { en: `${place} I see: ${list}.`, zh: `${place}有：${list}。` }),
      says: names,
    };
  }
  const first = names.slice(0, few).join(", ");
  const report = said(scene, {
    en: `${place} are ${count} entries. The first are: ${first}.`,
    zh: `${place}有 ${count} 项，前几项是：${first}。`,
  });
  return { report, says: [`${count}`, ...names.slice(0, few)] };
}

const hereOrders = {
  en: [
    "(list|show|give me|print|display|enumerate) (the|all|all the|my|the names of the|every one of the|) files (here|in here|in this folder|in this directory|in the current folder|in this project|of this project|)",
    "(show|list|tell) me (the|all the|all|which|what) files (here|in here|in this folder|there are|we have|in this project|)",
    "(what|which) files (are|do we have|do I have|can you see|exist|lie) (here|in here|there|in this folder|in this directory|in the project|)",
    "(what is|what's) (here|in here|in this folder|in this directory|in the current directory|in the folder|in this project|around)",
    "(show|list|look at|look into|check) (this|the current|the) (folder|directory|project)",
    "(ls|dir|list|files|file list|list files)",
    "what (have we|do we have|have I) got here",
    "(see|look) what is (here|in this folder|in here)",
    "how many files are (here|there|in this folder)",
    "(get|make) (me|) a (list|listing|overview) of (the|all|) files",
    "tell me what (is here|is in here|this folder has|this project has in it|files there are)",
  ],
  zh: [
    "(列出|列一下|显示|看看|给我看|查看)(所有|全部|当前|)(文件|文件列表|文件名)",
    "(这里|这个文件夹|当前目录|这个目录|这个项目|文件夹里|目录下|项目里)(有|都有|里有|下有)(什么|哪些|些什么|什么文件|哪些文件)",
    "(看看|看一下|列出|打开|查看|显示)(这个|当前|这里的)(文件夹|目录)(里有什么|的内容|)",
    "(有哪些|有什么|都有哪些|都有什么)文件",
    "(文件列表|目录|列表)",
    "(一共|总共|)有多少个文件",
    "(list|ls|show)(一下|) (文件|files)",
    "把(文件|所有文件|文件名)(列出来|列一下)",
  ],
};

const thereOrders = {
  en: [
    "(list|show|print|give me) (the|all|all the|) files (in|of|inside|under) (the folder|the directory|) {d}",
    "(what|which) files (are|lie|do you see|are there) (in|inside|under) (the folder|the directory|) {d}",
    "(show|list|open|look into|look at|check) (the folder|the directory|folder|) {d}",
    "(what is|what's|what do we have) (in|inside) (the folder|the directory|) {d}",
    "(show|tell) me (the files in|what is in|what's in|what lies in) {d}",
    "how many files are in {d}",
    "(list|ls) {d}",
    "(look|see) what {d} (has|contains)",
  ],
  zh: [
    "(列出|看看|显示|查看|列一下){d}(里|下|里面|目录下|文件夹里|中)的(文件|所有文件|内容)",
    "{d}(里|下|里面|目录下|文件夹里|中)(有哪些文件|有什么|有什么文件|都有什么|有些什么)",
    "(看看|列出|打开|查看)(文件夹|目录|){d}",
    "{d}里有多少个文件",
    "(list|ls)(一下|) {d}",
  ],
};
