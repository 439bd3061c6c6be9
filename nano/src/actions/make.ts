import { type Action, type Scene, said } from "../scene.ts";
import type { Command } from "../words/commands.ts";
import { inMarks, phrase, quoted } from "./phrases.ts";

/** "Create a file that says this", of one line or two. */
export function createAction(
  scene: Scene,
  path: string,
  lines: readonly [string] | readonly [string, string],
): Action {
  const [one, two] = lines;
  const places = {
    f: quoted(scene, path),
    t: one,
    a: inMarks(scene, one),
    b: two === undefined ? "" : inMarks(scene, two),
  };
  const orders =
    two === undefined
      ? {
          en: [
            "create {f} with the text {a}",
            "create the file {f} with {a}",
            "create {f} containing {a}",
            "create a file {f} that says {a}",
            "make a file {f} with the line {a}",
            "make {f} with {a} in it",
            "write {a} to {f}",
            "write a new file {f} with the text {a}",
            "write {a} into the new file {f}",
            "create {f} with the line: {t}",
            "create {f} with the text: {t}",
          ],
          zh: [
            "新建文件{f}，内容是{a}",
            "创建{f}，内容是：{t}",
            "创建{f}，内容为{a}",
            "创建文件{f}，写入{a}",
            "新建{f}，写上{a}",
            "把{a}写到新文件{f}里",
          ],
        }
      : {
          en: [
            "create {f} with the lines {a} and {b}",
            "create the file {f} with two lines: {a} and {b}",
            "make a file {f} with the lines {a} and {b}",
          ],
          zh: ["新建文件{f}，第一行是{a}，第二行是{b}", "创建{f}，内容是两行：{a}和{b}"],
        };
  return {
    skill: "create",
    order: phrase(scene, orders, places),
    perform: () => {
      const content = `${lines.join("\n")}\n`;
      const { text, ok } = scene.world.write(path, content);
      scene.memory.path = path;
      const exchange = { tool: "write", arguments: { path, content }, answer: text, ok };
      const report = ok
        ? said(scene, { en: `Created ${path}.`, zh: `已创建 ${path}。` })
        : said(scene, {
            en: `${path} exists already, so nothing was changed.`,
            zh: `${path} 已经存在，所以没有改动。`,
          });
      return { exchanges: [exchange], report, says: [path], failed: !ok };
    },
  };
}

/** "Run this and report." */
export function runAction(scene: Scene, command: Command): Action {
  const { line, alias } = command;
  const order =
    alias === undefined
      ? phrase(
          scene,
          {
            en: [
              "run {c}",
              "run {c}",
              "run {c}",
              "execute {c}",
              "run the command {c}",
              "call {c} in the shell",
            ],
            zh: ["运行{c}", "执行{c}", "运行命令{c}", "跑一下{c}"],
          },
          { c: commandQuoted(scene, line) },
        )
      : said(scene, alias);
  return {
    skill: "run",
    order,
    command: line,
    perform: () => {
      const { world, memory } = scene;
      const { text, ok } = world.shell(line);
      memory.command = line;
      if (command.check) memory.check = line;
      const exchange = { tool: "shell", arguments: { command: line }, answer: text, ok };
      return { exchanges: [exchange], ...ranTold(scene, line, text), failed: !ok };
    },
  };
}

/** A command as users write it: bare or in backticks. */
function commandQuoted(scene: Scene, line: string): string {
  const bare = said(scene, { en: line, zh: ` ${line}` });
  return scene.chance.maybe(0.5) && !line.includes("`") ? `\`${line}\`` : bare;
}

/** The exit code and the last line of what a command wrote. */
export function ranTold(scene: Scene, line: string, answer: string): { report: string; says: string[] } {
  const [head = "", ...output] = answer.split("\n");
  const code = head.replace("exit code ", "");
  const last = output.at(-1) ?? "";
  const quiet = last === "[no output]";
  const ended = said(scene, {
    en: `${line} ended with exit code ${code}.`,
    zh: `${line} 的退出码是 ${code}。`,
  });
  const rest = quiet
    ? said(scene, { en: "It printed nothing.", zh: "没有输出。" })
    : said(scene, { en: `Last line: ${last}`, zh: `最后一行：${last}` });
  return { report: `${ended} ${rest}`, says: [`${code}`, ...(quiet ? [] : [last])] };
}
