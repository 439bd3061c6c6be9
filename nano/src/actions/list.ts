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
      if (here) scene.memory.listed = exchange.answer.split("\n");
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
    "what (do I|do we|did I) (have|get)( here| in here|)",
    "(see|look) what is (here|in this folder|in here)",
    "how many files are (here|there|in this folder)",
    "how many (files|things|entries) (do we have|do I have|are there|are in this folder)( here|)",
    "count the files( here| in this folder|)",
    "(get|make) (me|) a (list|listing|overview) of (the|all|) files",
    "tell me what (is here|is in here|this folder has|this project has in it|files there are)",
    "(whats|what's|what is|what all is) (in|inside) (here|this repo|the repo|this repository|my project|the root folder|the working directory|the project root)",
    "(give|show) me (an overview|a listing|the layout|a look|a tour) of (this|the) (folder|project|repo|repository|place|directory)",
    "what (files|things|stuff) (do I have|do we have|does this project have|does this repo have|does the folder have)( here|)",
    "which (documents|files|items|folders|things) (live|sit|are stored|are kept) (here|in this folder)",
    "(I'd like|I want|I would like) to (see|know) (what is here|what files there are|the files|everything in this folder|what I have here)",
    "(any|are there any) files (here|in here|in this folder|)",
    "files( please|, please| pls| here|)",
    "(directory|folder|project|repo) (listing|contents|content|overview|files)",
    "(let me|can I|could I|may I) see (the files|all files|what is here|what I have here|the folder|what there is)",
    "what did I (put|save|keep|leave) (here|in this folder)",
    "name (the|all|all the) files (here|in this folder|you see|there are|)",
    "(peek|look|have a look|take a look) (around|into the folder|around here|at what is here)",
    "what am I looking at( here|)",
    "(the|) contents of (this|the current|the) (folder|directory|project)",
    "what do I have (here|in here|in this project|in this folder|)",
    "(whats|what s) (here|in here|there)",
    "what does (this folder|this project|this repo|the folder|this directory) (contain|have|hold|consist of)",
    "(ls|dir|ls -la|ll)( please| pls|)",
    "how does this folder look",
  ],
  zh: [
    "(列出|列一下|显示|看看|给我看|查看)(所有|全部|当前|)(文件|文件列表|文件名)",
    "(这里|这个文件夹|当前目录|这个目录|这个项目|文件夹里|目录下|项目里)(有|都有|里有|下有)(什么|哪些|些什么|什么文件|哪些文件)",
    "(看看|看一下|列出|打开|查看|显示)(这个|当前|这里的)(文件夹|目录)(里有什么|的内容|)",
    "(有哪些|有什么|都有哪些|都有什么)文件",
    "(文件列表|目录|列表)",
    "(这里|一共|总共|)有(多少|几)个文件",
    "(数一下|统计|数数)(这里|)(有多少个|的|)文件",
    "(list|ls|show)(一下|) (文件|files)",
    "把(文件|所有文件|文件名)(列出来|列一下)",
    "这(个|)(仓库|工程|项目|文件夹|目录)(里|)(都|)有(些|)(啥|什么|什么东西|哪些东西)",
    "(能|可以|能不能)(告诉我|列一下|看看|说一下)(当前|这个|)(项目|目录|文件夹)(包含|有|里有)(哪些文件|什么|什么文件)",
    "(想|我想|我要)(知道|看看|看)(这里|当前目录|这个项目)(有什么|有哪些文件|里有什么)",
    "(目录|文件夹|项目)(结构|内容)(是什么|是怎样的|)",
    "当前(文件夹|目录)(的|里的)(文件|内容)(有哪些|是什么|)",
    "(ls|dir)(一下|)",
    "文件(都|)(有啥|有哪些|是哪些)",
    "(看看|说说|讲讲)(都|)有(什么|啥|哪些文件)",
    "(给我|来)(一个|一份|个|)(文件|)(清单|列表|目录)",
    "(我|)(手头|手上|这儿)(有|都有)(哪些|什么)文件",
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
    "(an overview|a listing|the contents) of (the|) {d} (folder|directory|)",
    "(give|show) me (an overview|a listing|the contents|the files) of (the|) {d} (folder|directory|)",
    "(what's|what is|whats) (in|inside) (the|) {d} (folder|directory)",
    "(show|list|open|check) (the|) {d} (folder|directory)",
    "(can I|let me|could I|I want to|I'd like to) see (the files in|what is in|what's inside|) (the|) {d} (folder|directory|)",
    "which files does (the folder|) {d} (have|contain|hold)",
    "(go|look) into {d} and (list|tell me) (the files|what is there)",
    "(are there|is there) (anything|files|something|any files) in {d}",
    "{d}(:|,| -) what is in (there|it)",
    "(contents|files) of {d}",
    "what (does|did I put in|do I keep in|do I have in) (the folder|) {d}( have|)",
    "(peek|look) (into|inside) (the|) {d} (folder|directory|)",
  ],
  zh: [
    "(列出|看看|显示|查看|列一下){d}(里|下|里面|目录下|文件夹里|中)的(文件|所有文件|内容)",
    "{d}(里|下|里面|目录下|文件夹里|中)(有哪些文件|有什么|有什么文件|都有什么|有些什么)",
    "(看看|列出|打开|查看)(文件夹|目录|){d}",
    "{d}里有多少个文件",
    "(list|ls)(一下|) {d}",
    "{d}(文件夹|目录)(里|下|里面)(放了|存了|装了|都是|有|有些)(什么|啥|哪些文件)",
    "(我|)想(看看|知道|看){d}(里|下面|目录)(有什么|的文件|有哪些文件)",
    "(进|打开){d}(看看|看一下)(有什么|)",
    "{d}(文件夹|目录)的(内容|文件)(有哪些|是什么|)",
    "{d}(都|里|)有(啥|些啥|哪些东西)",
    "(能|可以)(看看|列一下){d}(里|)(有什么|的文件)(吗|)",
  ],
};
