import { type Action, type Scene, said } from "../scene.ts";
import type { Command } from "../words/commands.ts";
import { inMarks, phrase } from "./phrases.ts";

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
              "(run|execute|start|try) (the command|the command line|) {c}",
              "(call|run|execute) {c} in (the|a) (shell|terminal|console)",
              "run {c} and (tell|show) me (what it prints|the output|the result|how it ends|what happens)",
              "(what does|what happens with) {c} (print|say|give)",
              "(run|execute) {c} (once|here|for me|)",
              "(see|show me|tell me) what {c} (prints|says|gives)",
              "let {c} run",
              "(what's|what is|show me|give me|tell me|I need|I want) the (output|result|exit code) of {c}",
              "{c}( please|, please|)",
              "{c}( -|,|:) (what happens|what does it say|does it work|how does it end|run it|run that)",
              "give {c} a (try|go|spin)",
              "(what|which) exit code does {c} (give|have|return)",
              "(does|will) {c} (work|pass|succeed|fail)",
              "(fire up|fire off|launch|invoke|kick off|do) {c}",
              "(use|open) the (shell|terminal|console) and (run|execute|type) {c}",
              "how does {c} (end|go|turn out)",
              "(check|see|find out) (whether|if) {c} (works|passes|succeeds|runs)",
              "(run|execute) (this|this command|the following|the following command): {c}",
              "(run|execute|try) {c}(, what happens|, what does it print|, how does it end|, does it work)",
              "(I want|I need|I'd like) {c} (run|executed|to run|to be run)",
              "I want to (see|know) what {c} (prints|says|does|gives)",
            ],
            zh: [
              "(运行|执行|跑|试)(一下|)(命令|){c}",
              "(运行|执行|跑一下){c}(，看看结果|，告诉我结果|看看|，退出码是多少|，输出是什么)",
              "在(终端|命令行)里(运行|执行){c}",
              "(run|执行)(一下|) {c}",
              "{c}(的结果|的输出|的退出码)(是什么|是多少|)",
              "(试试|跑跑看|敲一下|跑个|来一下){c}",
              "{c}(能跑吗|成功吗|会输出什么|怎么样|能通过吗)",
              "用(终端|shell|命令行)(跑|执行|运行)(一下|){c}",
              "我(想|要)(看|知道|看看){c}的(输出|结果)",
              "(启动|调用|执行命令|跑命令|运行这个命令：){c}",
              "(能|可以)(运行|执行|跑)(一下|){c}(吗|，告诉我结果)",
            ],
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
  const bare = said(scene, { en: line, zh: scene.chance.pick([line, ` ${line}`]) });
  // Outer marks that it does not hold itself are dropped.
  if (/["'|&>]/.test(line) && scene.chance.maybe(0.2)) return inMarks(scene, line);
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
