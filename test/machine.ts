import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What this machine lends to the tests. `npm test` finds or fetches it and says so in the environment; by hand,
 * the last `npm test` still counts. A part that is missing is `undefined`, and then its tests may be skipped:
 * `describe.skipIf(testEngine === undefined)`. Under CI a missing part fails whoever imports this.
 */
export const testEngine = partOfMachine("KESTREL_TEST_ENGINE");
export const testChromium = partOfMachine("KESTREL_TEST_CHROMIUM");
export const testTmux = partOfMachine("KESTREL_TEST_TMUX");
/** Only on Linux; elsewhere there is no such thing to miss. */
export const testBubblewrap =
  process.platform === "linux" ? partOfMachine("KESTREL_TEST_BUBBLEWRAP") : undefined;

/** A part that only a few tests want: they ask for it themselves. */
export function partOfMachine(name: string): string | undefined {
  const path = process.env[name] ?? lastSetUp()[name];
  if (path !== undefined && existsSync(path)) return path;
  const strict = process.env.CI !== undefined && process.env.CI !== "" && process.env.CI !== "false";
  if (strict) throw new Error(`${name} is not set: under CI nothing that needs it may be skipped`);
  return undefined;
}

function lastSetUp(): Record<string, string> {
  const file = join(import.meta.dirname, "..", ".cache", "set-up", "machine.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
