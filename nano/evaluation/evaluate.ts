import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { endDaemons, runDaemon } from "../../test/daemon/run-daemon.ts";
import { engineMemory, nanoModel, needModel } from "../../test/models/nano-model.ts";
import { type Skill, skills, type TaskSet, taskSets } from "../src/tasks/task.ts";
import { type Choice, heldOutTasks, type Language } from "./held-out.ts";
import { isPlayable } from "./project-folder.ts";
import { failureLines, reportOf } from "./report.ts";
import { runTasks } from "./run-tasks.ts";
import { groupsOf, verdictsOn } from "./summary.ts";

/*
 * Gives held-out tasks to the small model, each end to end through the built program and a llama-server of its own, and
 * judges the folders. Exit code 1 below the targets, 2 for words that mean nothing. Runs in the clone:
 *
 *   pnpm nano:eval                                   all: 480 former tasks, 100 in projects, 100 phrasings, 60 outside, 120 strangers
 *   pnpm nano:eval --set phrasings --language zh-CN --failures
 *   pnpm nano:eval --set former --count 40
 *   pnpm nano:eval --skill chain --model draft.gguf
 */
const options = {
  set: { type: "string" },
  count: { type: "string" },
  language: { type: "string" },
  skill: { type: "string" },
  model: { type: "string" },
  failures: { type: "boolean" },
} as const;

/** Every figure and every outcome of the last evaluation. */
const record = join(".cache", "nano-eval.json");

async function main(): Promise<number> {
  const { values } = parseArgs({ options, args: process.argv.slice(2).filter((word) => word !== "--") });
  const model = needModel(resolve(values.model ?? nanoModel));
  const choice: Choice = {
    set: oneOf<TaskSet>("set", taskSets, values.set),
    count: wholeNumber("count", values.count),
    language: oneOf("language", ["en", "zh-CN"] as const satisfies readonly Language[], values.language),
    skill: oneOf<Skill>("skill", skills, values.skill),
  };
  const all = heldOutTasks(choice);
  const tasks = all.filter(isPlayable);
  if (tasks.length < all.length)
    console.error(
      `${all.length - tasks.length} tasks are left out: their projects are not on this machine (nano/README.md).`,
    );
  const daemon = await runDaemon({ model });
  let done = 0;
  const played = await runTasks(daemon, tasks, (one) => {
    done += 1;
    if (values.failures && !one.outcome.passed) console.log(`${failureLines(one)}\n`);
    if (done % 20 === 0 || done === tasks.length) console.error(`${done} of ${tasks.length} tasks`);
  });
  const memory = engineMemory(daemon);
  console.log(`${reportOf(played, memory)}\n`);
  const verdicts = verdictsOn(played);
  const sha256 = createHash("sha256").update(readFileSync(model)).digest("hex");
  const leftOut = all.length - tasks.length;
  const kept = { model, sha256, ...choice, leftOut, verdicts, groups: groupsOf(played), memory, played };
  writeFileSync(record, JSON.stringify(kept, null, 1));
  console.log(`every outcome: ${record}`);
  return verdicts.every((verdict) => verdict.kept) ? 0 : 1;
}

class Misunderstood extends Error {}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Misunderstood(`--${name} wants a whole number`);
  return Number(text);
}

function oneOf<One extends string>(
  name: string,
  all: readonly One[],
  text: string | undefined,
): One | undefined {
  const found = all.find((one) => one === text);
  if (text !== undefined && found === undefined)
    throw new Misunderstood(`--${name} wants one of ${all.join(", ")}`);
  return found;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  await endDaemons();
}
