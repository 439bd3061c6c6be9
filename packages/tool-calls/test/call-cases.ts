import { readdirSync, readFileSync } from "node:fs";
import type { OpenAITool, ParseOptions } from "../src/index.ts";

/** A reply as some model wrote it, and what has to become of it. */
export type CallCase = {
  name: string;
  /** `negative`: nothing may run. `truncated`: the output was cut. `stretch`: a good harness could do it. */
  class: "must" | "negative" | "truncated" | "stretch";
  /** The set of tools it was written for. */
  tools: string;
  /** Names of the tools on offer, where they are not simply all of the set. */
  offered?: string[];
  input: { content: string } & ParseOptions;
  expected: { calls: object[]; text?: string; rejected?: number; truncated?: boolean | "either" };
};

const folder = new URL("./cases/calls/", import.meta.url);

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
}

const toolSets = read<Record<string, OpenAITool[]>>("tools.json");

/** The dialects that have cases, each with its own. */
export const casesByDialect: [dialect: string, cases: CallCase[]][] = readdirSync(folder)
  .filter((name) => name !== "tools.json")
  .map((name) => [name.replace(".json", ""), read<{ cases: CallCase[] }>(name).cases]);

export const allCallCases: CallCase[] = casesByDialect.flatMap(([, cases]) => cases);

/** The tools a case offers. */
export function toolsOf({ tools, offered }: CallCase): OpenAITool[] {
  const all = toolSets[tools] ?? [];
  if (!offered) return all;
  return [...all, ...(toolSets.cousins ?? [])].filter((tool) => offered.includes(tool.function.name));
}
