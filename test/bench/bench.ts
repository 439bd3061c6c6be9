import { cpus, loadavg } from "node:os";
import { measureAccount, openAccountHere } from "./account.ts";
import { measureCache } from "./cache/cache.ts";
import { measureCode } from "./code/code.ts";
import { measureConsole } from "./console-size.ts";
import { measureLanding } from "./landing.ts";
import { measureLearning } from "./learn/learn.ts";
import { measureLibrarian } from "./librarian/librarian.ts";
import { measureLogs, openCheckpointHere, openLogHere } from "./log.ts";
import { measureMemory } from "./memory.ts";
import { measureRecall } from "./recall.ts";
import { type Row, tableOf } from "./row.ts";
import { measureSearches } from "./search.ts";
import { measureStart } from "./start.ts";
import { measureStream } from "./stream.ts";
import { measureTokens } from "./tokens.ts";

/*
 * Prints one table; exit code 1 when a target is broken, 2 for a name that is none. Runs in the clone:
 *
 *   pnpm bench            everything
 *   pnpm bench start log  only these
 */
const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  tokens: measureTokens,
  landing: measureLanding,
  start: measureStart,
  memory: measureMemory,
  stream: measureStream,
  log: measureLogs,
  search: measureSearches,
  recall: measureRecall,
  account: measureAccount,
  cache: measureCache,
  console: measureConsole,
  librarian: measureLibrarian,
  code: measureCode,
  learn: measureLearning,
};

async function main(names: readonly string[]): Promise<number> {
  const chosen = names.length === 0 ? Object.keys(benches) : names;
  const rows: Row[] = [];
  const load = () => loadavg()[0]?.toFixed(1);
  const before = load();
  for (const name of chosen) {
    const measure = Object.hasOwn(benches, name) ? benches[name] : undefined;
    if (!measure) {
      console.error(`no bench named ${name}; there are: ${Object.keys(benches).join(", ")}`);
      return 2;
    }
    console.error(`measuring: ${name}`);
    rows.push(...(await measure()));
  }
  console.log(tableOf(rows));
  console.log(
    `\nNode ${process.versions.node}, ${cpus().length} cores, load ${before} before and ${load()} after`,
  );
  return rows.some(({ kept }) => kept === false) ? 1 : 0;
}

const [first, file, ...rest] = process.argv.slice(2);
if (first === "open-log" && file !== undefined) await openLogHere(file);
else if (first === "open-checkpoint" && file !== undefined) await openCheckpointHere(file);
else if (first === "open-account" && file !== undefined) await openAccountHere(file);
else process.exitCode = await main([first, file, ...rest].filter((name) => name !== undefined));
