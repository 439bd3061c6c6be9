import { type Action, type Scene, said } from "../scene.ts";
import { ordinaryLine } from "../words/ordinary-lines.ts";
import { isFree } from "../world/files-at-hand.ts";
import { readAndTold } from "./look.ts";
import { phrase } from "./phrases.ts";

/** Files that are called by what they are: their usual name, and how they may be called where a listing shows it. */
const known = [
  {
    en: "readme|read me|README|readme file",
    zh: "readme|README|自述文件",
    usual: "README.md",
    like: /^readme(\.zh-CN)?(\.(md|txt|rst))?$/i,
  },
  {
    en: "license|licence|license file|LICENSE",
    zh: "许可证|license|许可协议",
    usual: "LICENSE",
    like: /^licen[sc]e(\.(md|txt))?$/i,
  },
  {
    en: "changelog|change log|CHANGELOG",
    zh: "更新日志|变更日志|changelog",
    usual: "CHANGELOG.md",
    like: /^changelog(\.(md|txt))?$/i,
  },
  { en: "package file|package json", zh: "package 文件", usual: "package.json", like: /^package\.json$/ },
  { en: "makefile|Makefile", zh: "makefile", usual: "Makefile", like: /^makefile$/i },
  { en: "gitignore|git ignore file", zh: "gitignore", usual: ".gitignore", like: /^\.gitignore$/ },
  {
    en: "contributing guide",
    zh: "贡献指南",
    usual: "CONTRIBUTING.md",
    like: /^contributing(\.(md|txt))?$/i,
  },
] as const;

/** "Read the readme": as the last listing writes its name, else under its usual one, there or not. */
export function knownFileAction(scene: Scene): Action {
  const { chance, memory, world } = scene;
  const listed = known.filter(({ like }) => memory.listed?.some((name) => like.test(name)));
  const one = chance.pick(listed.length > 0 ? listed : known.slice(0, chance.pick([3, 3, known.length])));
  const fill = (path: string) =>
    world.add(
      path,
      Array.from({ length: chance.whole(1, 9) }, () => ordinaryLine(chance, scene.names) || "-"),
    );
  for (const path of world.paths())
    if (one.like.test(path) && !world.seen(path) && world.lines(path).join() === "0") fill(path);
  if (memory.listed === undefined && isFree(scene, one.usual) && chance.maybe(0.85)) fill(one.usual);
  const w = chance.pick(said(scene, one).split("|"));
  return {
    skill: "read",
    order: phrase(scene, orders, { w }),
    perform: () => {
      const names = memory.listed?.filter((name) => one.like.test(name)) ?? [];
      const path = names.includes(one.usual) ? one.usual : (names[0] ?? one.usual);
      return readAndTold(scene, path);
    },
  };
}

/** Whether the last listing has a file that can be called by what it is. */
export const listsKnown = ({ memory }: Scene): boolean =>
  known.some(({ like }) => memory.listed?.some((name) => like.test(name)));

const orders = {
  en: [
    "read the {w}",
    "show me the {w}",
    "open the {w}",
    "(show|print|view|cat|display) the {w}",
    "what (does the {w} say|is in the {w})",
    "(let me see|look at|have a look at|give me) the {w}",
    "read the {w} (to|for) me",
    "(what's|whats) in the {w}",
  ],
  zh: [
    "看一下{w}",
    "打开{w}",
    "(读|读一下|显示|看看|查看){w}",
    "{w}(里|)写了什么",
    "{w}的内容是什么",
    "(给我|让我)看看{w}",
  ],
};
