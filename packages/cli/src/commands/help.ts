import { programCommand } from "@kestrel/app/program-command";
import { closestName } from "@kestrel/text";
import { UsageError } from "../arguments.ts";
import { commandMeant } from "../command-meant.ts";
import { commandNamed } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { helpOf, helpOfAll, helpWords, topics } from "../help.ts";
import { languageOf } from "../i18n/say.ts";
import { print } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel help [COMMAND [VERB]|commands|flags|exit-codes]`, and `--help`. */
export async function help({ words: about, say }: Pick<CommandInput, "words" | "say">): Promise<ExitCode> {
  const words = await helpWords(languageOf(process.env));
  const [command, ...more] = about;
  const topic = command !== undefined && Object.hasOwn(topics, command) ? topics[command] : undefined;
  print(command === undefined ? helpOfAll(words) : (topic?.(words) ?? pageOf(command, more)));
  const program = programCommand();
  if (program !== "kestrel") print(`\n${say("help.typed", { program })}`);
  return exitCodes.done;

  /** Throws UsageError for an unknown command. */
  function pageOf(name: string, rest: string[]): string {
    const near = commandNamed(name) === undefined ? closestName(name, Object.keys(topics)) : undefined;
    if (near) throw new UsageError(say("command.unknown", { command: name, suggestion: `help ${near}` }));
    const meant = commandMeant({ command: name, words: rest, flags: { help: true }, isMessage: false }, say);
    return helpOf(meant.name, rest.length > 0 ? meant.verb : "", words);
  }
}
