import { type RulesHere, rulesHere } from "@kestrel/app/rules";
import { type SayAny, stepSentence } from "@kestrel/i18n";
import { PermissionVerdict, RuleText } from "@kestrel/protocol";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { folderOf } from "../machine/folder-of.ts";
import { barestCommand } from "../permissions/barest-command.ts";
import { meantRule } from "../permissions/meant-rule.ts";
import { explainedLines, rootLines, ruleLines } from "../permissions/permission-lines.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel permissions`: the rules, and their decision on a command. Needs no daemon and no model. */
export async function permissions(input: CommandInput): Promise<ExitCode> {
  const { verb, words, flags, say } = input;
  const here = await rulesHere(flags);
  switch (verb) {
    case "add": {
      const [given, ...rule] = words;
      const verdict = PermissionVerdict.safeParse(given);
      const text = RuleText.safeParse(rule.join(" "));
      const meant = meantRule(rule.join(" "));
      if (verdict.success && !text.success && RuleText.safeParse(meant).success)
        throw new UsageError(say("permissions.meant", { verdict: verdict.data, rule: meant }));
      if (!verdict.success || !text.success) throw new UsageError(say("permissions.addHow"));
      // A rule is stored for the real path of the folder.
      const workspace = await folderOf(flags);
      await here.remember(workspace, verdict.data, [text.data]);
      if (verdict.data === "allow") await warnOfUnheard(input, here, text.data, workspace);
      return list(input, here);
    }
    case "revoke": {
      const [id = ""] = words;
      if (await here.revoke(id)) return list(input, here);
      printAside(say("permissions.noSuch", { id }));
      return exitCodes.failed;
    }
    case "why": {
      const command = words.join(" ");
      const { mode } = here;
      const workspace = await folderOf(flags);
      const explained = await here.explain(command, workspace);
      if (flags.json) printJson({ schema: schemaVersion, command, mode, workspace, ...explained });
      else print(explainedLines(command, explained, say).join("\n"));
      return exitCodes.done;
    }
    default:
      return list(input, here);
  }
}

/** Warns when no command that the rule allows will ever run without a question. */
async function warnOfUnheard(
  { say }: CommandInput,
  here: RulesHere,
  rule: string,
  workspace: string,
): Promise<void> {
  const command = barestCommand(rule);
  if (command === undefined) return;
  const { trace } = await here.explain(command, workspace);
  const why = trace.find(({ step }) => step === "asks_each_time" || step === "line_not_read");
  if (why) printAside(say("permissions.unheard", { rule, why: stepSentence(why, say as SayAny) }));
}

async function list({ flags, say }: CommandInput, book: RulesHere): Promise<ExitCode> {
  const configured = book.configured();
  const remembered = await book.remembered();
  if (flags.json) printJson({ schema: schemaVersion, configured, remembered, roots: book.roots });
  else print([...ruleLines(configured, remembered, say), ...rootLines(book.roots, say)].join("\n"));
  return exitCodes.done;
}
