import { printAside } from "./print.ts";

/** Asks a person at the terminal for a yes. False where they left, or where no terminal is attached (then `needsYes` is printed). */
export async function agreed(question: string, needsYes: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    printAside(needsYes);
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
