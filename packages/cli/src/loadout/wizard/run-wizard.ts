import { enginesHere } from "@kestrel/app/engine";
import type { LoadoutDraft } from "@kestrel/protocol/api";
import { UsageError } from "../../arguments.ts";
import { type ExitCode, exitCodes } from "../../exit-codes.ts";
import { askLines, GivenUp } from "../../terminal/ask-lines.ts";
import { printAtWords as print, printAside } from "../../terminal/print.ts";
import { countByRunning } from "../check-loadout.ts";
import type { LoadoutAction } from "../loadout-action.ts";
import { checkLines } from "../loadout-lines.ts";
import { draftLoadout } from "./draft-loadout.ts";

type WizardEnd = { code: ExitCode /** What the new loadout is to do first. */; task?: string };

/** A loadout by questions at the terminal. Nothing is written before the last yes; Ctrl+C leaves nothing. */
export async function runWizard(
  name: string,
  { flags, say }: Parameters<LoadoutAction>[0],
  here: Parameters<LoadoutAction>[1],
): Promise<WizardEnd> {
  const file = `${name}.toml`;
  if ((await here.list()).some((one) => one.name === name && one.from === "user"))
    throw new UsageError(say("error.loadout_unavailable", { file, reason: "EEXIST" }));
  const models = await (await enginesHere(flags)).models.scan();
  const choices = await here.choices();
  const check = async (draft: LoadoutDraft) => {
    const looked = await here.draft(draft);
    const bill = (await countByRunning(looked.frozen))?.bill ?? (await here.estimate(looked.frozen));
    const excess = here.excess(bill);
    return { ...looked, bill, ...(excess && { excess }) };
  };
  const lines = askLines();
  try {
    print(say("loadout.wizard", { name }));
    const parts = { say, print, models, choices, check, ask: lines.ask };
    const { draft, checked } = await draftLoadout(name, parts);
    print(["", ...checkLines(checked, say)].join("\n"));
    if (!/^(y|yes|是|好)$/i.test(await lines.ask(say("loadout.ask.save", { file })))) {
      print(say("loadout.left"));
      return { code: exitCodes.done };
    }
    print(say("loadout.new", { name, file: await here.save(draft) }));
    const task = await lines.ask(say("loadout.ask.task"));
    return { code: exitCodes.done, ...(task !== "" && { task }) };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    printAside(`\n${say("loadout.left")}`);
    return { code: exitCodes.interrupted };
  } finally {
    lines.close();
  }
}
