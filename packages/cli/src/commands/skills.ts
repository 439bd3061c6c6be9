import { skillsHere } from "@kestrel/app/skills";
import { visibleText } from "@kestrel/text";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { skillLines } from "../session-lines/reach-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel skills`: the skills of sessions in this folder. Needs no daemon and no model. */
export async function skills({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const [name = ""] = words;
  const folder = await folderOf(flags);
  const here = await skillsHere();
  const list = async (): Promise<ExitCode> => {
    const reach = await here.list(folder);
    if (flags.json) printJson({ schema: schemaVersion, ...reach });
    else print(skillLines(reach, say, "command").join("\n"));
    return exitCodes.done;
  };
  const none = (): ExitCode => {
    printAside(say("reach.noSuch", { name }));
    return exitCodes.failed;
  };
  switch (verb) {
    case "on":
    case "off":
      return (await here.switchSkill(name, verb === "on", folder)) ? list() : none();
    case "show": {
      const skill = (await here.list(folder)).skills.find((one) => one.name === name);
      const told = skill && (await here.expand(name, "", folder));
      if (!skill || told?.kind !== "capability") return none();
      if (flags.json) printJson({ schema: schemaVersion, skill, text: told.text });
      else print(visibleText(told.text));
      return exitCodes.done;
    }
    default:
      return list();
  }
}
