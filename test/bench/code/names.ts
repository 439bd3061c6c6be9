import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { definitionsIn } from "../../../packages/tools/src/outline/definitions.table.ts";
import { forComparison, type Row } from "../row.ts";
import { type AskTool, askTool, mean, spread, windows } from "./ask-tool.ts";

const most = { names: 200, reads: 4 } as const;

/** Readers who search for a name and open the files in the order of the answer until they have its definition: with the definitions first, and in plain order. */
export async function nameRows(workspace: string, sources: readonly string[]): Promise<Row[]> {
  const once = await definedOnce(workspace, sources);
  const names = spread(once, most.names);
  const rows: Row[] = [];
  for (const { window, units } of windows) {
    const ask = askTool(workspace, units);
    const first = await searches(ask, names, (name) => name);
    // In parentheses it is no bare name: the order is ripgrep's.
    const plain = await searches(ask, names, (name) => `(?:${name})`);
    const note = ({ atOnce, shown }: Searches) =>
      `${atOnce} in the first file, ${shown} shown of ${names.length}`;
    rows.push(
      forComparison(`search for a name, window ${window}: plain order`, plain.result, "tokens", note(plain)),
      forComparison("  definitions first", first.result, "tokens", note(first)),
      forComparison("  read of other files before the one, plain order", plain.wrong, "tokens"),
      forComparison("  the same, definitions first", first.wrong, "tokens"),
    );
  }
  return rows;
}

type Defined = { name: string; path: string; line: number };
type Searches = { result: number; wrong: number; atOnce: number; shown: number };

async function searches(
  ask: AskTool,
  names: readonly Defined[],
  patternOf: (name: string) => string,
): Promise<Searches> {
  const [results, wrong]: [number[], number[]] = [[], []];
  let [atOnce, shown] = [0, 0];
  for (const { name, path, line } of names) {
    const found = await ask("search", { pattern: patternOf(name) });
    results.push(found.tokens);
    const files = [...found.text.matchAll(/^(?!\d+: |\[)(\S+)$/gm)].map(([, file = ""]) => file);
    const hits = found.text.split(`\n${path}\n`).at(-1) ?? "";
    if (`\n${found.text}`.includes(`\n${path}\n`) && `\n${hits}`.includes(`\n${line}: `)) shown += 1;
    const at = files.indexOf(path);
    if (at === 0) atOnce += 1;
    const before = files.slice(0, at < 0 ? most.reads : Math.min(at, most.reads));
    const reads = await Promise.all(before.map((file) => ask("read", { path: file })));
    wrong.push(reads.reduce((sum, { tokens }) => sum + tokens, 0));
  }
  return { result: mean(results), wrong: mean(wrong), atOnce, shown };
}

/** Names that one line of all sources defines, by the patterns of the table. */
async function definedOnce(workspace: string, sources: readonly string[]): Promise<Defined[]> {
  const found = new Map<string, Defined | undefined>();
  for (const path of sources) {
    const defines = definitionsIn(path);
    const lines = (await readFile(join(workspace, path), "utf8")).split("\n");
    for (const [at, text] of lines.entries()) {
      if (!defines?.(text)) continue;
      const name = text.match(/[A-Za-z_$][\w$]{2,}/g)?.find((word) => definitionsIn(path, word)?.(text));
      if (name !== undefined) found.set(name, found.has(name) ? undefined : { name, path, line: at + 1 });
    }
  }
  return [...found.values()].filter((one) => one !== undefined);
}
