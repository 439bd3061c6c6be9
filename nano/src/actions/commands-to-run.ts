import type { Scene } from "../scene.ts";
import { type Command, inventedCommand, inventedOutput } from "../words/commands.ts";
import { markedCommand } from "../words/marked-commands.ts";
import { words } from "../words/prose.ts";
import { someFile } from "../world/files-at-hand.ts";

/** A command whose output is made up and kept in the world. */
export function scripted(scene: Scene): Command {
  const { chance, names } = scene;
  if (chance.maybe(0.26)) return withMarks(scene);
  const command = inventedCommand(chance, names);
  if (command.line.startsWith("echo ")) return command;
  const code = chance.weighed([
    [0, 70],
    [1, 20],
    [2, 5],
    [127, 5],
  ]);
  const output = inventedOutput(chance, names, code).join("\n");
  scene.world.script(command.line, () => ({ code, output }));
  const alias = { en: "run the tests", zh: "运行测试" };
  return command.line === "npm test" && chance.maybe(0.7) ? { ...command, alias } : command;
}

/** One with marks in it. */
function withMarks({ chance, names, world }: Scene): Command {
  const { line, prints, writes } = markedCommand(chance, names);
  const output = prints ?? inventedOutput(chance, names, 0).join("\n");
  world.script(line, () => {
    if (writes) world.add(writes.path, [writes.text]);
    return { code: 0, output };
  });
  return { line, check: false };
}

/** A command that a real shell answers as the world does. */
export function realCommand(scene: Scene): Command {
  const { chance, names } = scene;
  return chance.pick<() => Command>([
    () => ({ line: `echo ${words(chance, names, 1, 4)}`, check: false }),
    () => ({ line: `cat ${someFile(scene, ["txt", "md", "py"])}`, check: false }),
    () => {
      const path = names.path(["sh"]);
      if (scene.world.has(path)) return realCommand(scene);
      const code = chance.pick([0, 0, 1, 3]);
      scene.world.add(path, [
        `echo ${words(chance, names, 1, 3)}`,
        `echo ${words(chance, names, 1, 3)}`,
        `exit ${code}`,
      ]);
      return { line: `sh ${path}`, check: false };
    },
  ])();
}
