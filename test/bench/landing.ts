import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JSONSchema, OpenAITool } from "@kestrel/tool-calls";
import { parseToolCalls, repairArguments } from "@kestrel/tool-calls";
import { jsonrepair } from "jsonrepair";
import { measureLandingCost } from "./landing-cost.ts";
import { atLeast, atMost, forComparison, type Row } from "./row.ts";

type Case = {
  class: string;
  input: { text: string; schema?: string };
  expected: { ok: true; value: unknown } | { ok: false };
};
type Repair = (text: string, schema: JSONSchema | undefined) => { ok: true; value: unknown } | { ok: false };

const folder = "packages/tool-calls/test/cases/arguments";
/** The files whose cases need no schema: what a repair of JSON alone can be measured by. */
const syntaxOnly = new Set(["cut", "lost-marks", "strings", "syntax"]);

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

const landing: Repair = (text, schema) => repairArguments(text, schema);
const library: Repair = (text) => {
  try {
    return { ok: true, value: JSON.parse(jsonrepair(text)) };
  } catch {
    return { ok: false };
  }
};

/** The share of `cases`, in per cent, that end as they must. */
function share(cases: Case[], schemas: Record<string, JSONSchema>, repair: Repair): number {
  const right = cases.filter(({ input, expected }) => {
    const result = repair(input.text, input.schema === undefined ? undefined : schemas[input.schema]);
    return expected.ok ? result.ok && isDeepStrictEqual(result.value, expected.value) : !result.ok;
  });
  return (100 * right.length) / cases.length;
}

/** Milliseconds of processor time for 100 kB of broken arguments, the best of eleven: another program's work is not ours. */
function timeOf(repair: Repair): number {
  const line = `{'path': "src/a file.ts", "text": "he said "yes" and\nwent", n: 12,}`;
  const text = `{"edits": [${Array.from({ length: Math.ceil(100_000 / line.length) }, () => line).join(" ")}`;
  const times = Array.from({ length: 11 }, () => {
    const before = process.cpuUsage();
    repair(text, undefined);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

type CallCase = {
  class: string;
  tools: string;
  offered?: string[];
  input: { content: string; reasoning?: string; finishReason?: "stop" | "length" };
  expected: { calls: { name: string; arguments: object }[] };
};

const callFolder = "packages/tool-calls/test/cases/calls";

/** The calls of our own tests: those that land as meant, those that run nothing, and what a reply of 100 kB of them costs. */
function measureCalls(): Row[] {
  const offered: Record<string, OpenAITool[]> = JSON.parse(
    readFileSync(join(callFolder, "tools.json"), "utf8"),
  );
  const files = readdirSync(callFolder).filter((name) => name !== "tools.json");
  const cases = files.flatMap((name): CallCase[] => {
    return JSON.parse(readFileSync(join(callFolder, name), "utf8")).cases;
  });
  const toolsOf = ({ tools, offered: some }: CallCase) => {
    const all = offered[tools] ?? [];
    return some
      ? [...all, ...(offered.cousins ?? [])].filter((tool) => some.includes(tool.function.name))
      : all;
  };
  const landed = (one: CallCase) => parseToolCalls(one.input.content, toolsOf(one), one.input).calls;
  const right = (some: CallCase[]) =>
    (100 * some.filter((one) => isDeepStrictEqual(landed(one), one.expected.calls)).length) / some.length;
  const run = cases.filter(({ expected }) => expected.calls.length > 0);
  const refused = cases.filter(({ expected }) => expected.calls.length === 0);
  // Some forms end a reply, so that the rest would cost nothing: each fills one of its own.
  const forms = run.map(({ input }) => `${input.content}\n`);
  return [
    atLeast("calls landed as meant", right(run), 100, "%", `${run.length} cases`),
    atLeast("replies that run nothing", right(refused), 100, "%", `${refused.length} cases`),
    ...measureLandingCost(forms, offered.home ?? []),
  ];
}

/** Landing's repair of arguments beside the library `jsonrepair`, which knows no schema, on the cases of our own tests. */
export async function measureLanding(): Promise<Row[]> {
  const schemas = read<Record<string, JSONSchema>>("schemas.json");
  const files = readdirSync(folder).filter((name) => name !== "schemas.json");
  const groups = files.map(
    (name) => [name.replace(".json", ""), read<{ cases: Case[] }>(name).cases] as const,
  );
  const all = groups.flatMap(([, cases]) => cases);
  const syntax = groups.filter(([name]) => syntaxOnly.has(name)).flatMap(([, cases]) => cases);
  const meant = (cases: Case[]) => cases.filter(({ expected }) => expected.ok);
  const refused = (cases: Case[]) => cases.filter(({ expected }) => !expected.ok);
  const measured: [what: string, cases: Case[]][] = [
    ["arguments repaired as meant", meant(all)],
    ["  of those, broken JSON alone", meant(syntax)],
    ["arguments refused that must be", refused(all)],
    ["  of those, broken JSON alone", refused(syntax)],
  ];
  return [
    ...measured.flatMap(([what, cases]) => [
      atLeast(what, share(cases, schemas, landing), 100, "%", `${cases.length} cases`),
      forComparison(`${what}, jsonrepair`, share(cases, schemas, library), "%"),
    ]),
    atMost("repair of 100 kB", timeOf(landing), 50, "ms"),
    forComparison("repair of 100 kB, jsonrepair", timeOf(library), "ms"),
    ...measureCalls(),
  ];
}
