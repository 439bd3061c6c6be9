import type { Flags } from "../arguments.ts";
import { CommandFailure } from "../failure-of.ts";
import { printAside } from "./print.ts";

/** Prints what will happen and asks for a yes, unless `--yes` is set. Rejects with `unconfirmed`. */
export async function confirm(
  { yes }: Pick<Flags, "yes">,
  lines: readonly string[],
  question: string,
): Promise<void> {
  if (yes) return;
  printAside(lines.join("\n"));
  if (!(await agreed(question))) throw new CommandFailure("unconfirmed", canAsk() ? {} : { flag: "--yes" });
}

const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for a yes. False when the user leaves, or without a terminal (then `needsYes` is printed). */
export async function agreed(question: string, needsYes?: string): Promise<boolean> {
  if (!canAsk()) {
    if (needsYes !== undefined) printAside(needsYes);
    return false;
  }
  const { askLines, GivenUp } = await import("./ask-lines.ts");
  const lines = askLines(process.stderr);
  try {
    await lines.quiet();
    return /^(y|yes|是|好)$/i.test(await lines.ask(question));
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    process.stderr.write("\n");
    return false;
  } finally {
    lines.close();
  }
}
