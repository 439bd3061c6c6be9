import { readdirSync, readFileSync } from "node:fs";
import type { JSONSchema } from "../src/index.ts";

/** Arguments as some model wrote them, and what has to become of them. */
export type ArgumentCase = {
  name: string;
  /** `negative`: refused. `truncated`: the output was cut. `stretch`: a good harness could do it. */
  class: "must" | "negative" | "truncated" | "stretch";
  input: { text: string; schema?: string };
  expected: { ok: true; value: unknown } | { ok: false };
};

const folder = new URL("./cases/arguments/", import.meta.url);

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
}

const schemas = read<Record<string, JSONSchema>>("schemas.json");

/** What goes wrong with arguments, each with its cases. */
export const argumentCases: [trouble: string, cases: ArgumentCase[]][] = readdirSync(folder)
  .filter((name) => name !== "schemas.json")
  .map((name) => [name.replace(".json", ""), read<{ cases: ArgumentCase[] }>(name).cases]);

/** The schema of a case; `undefined` for one that has none. */
export function schemaOf({ input }: ArgumentCase): JSONSchema | undefined {
  if (input.schema === undefined) return undefined;
  const schema = schemas[input.schema];
  if (!schema) throw new Error(`no schema is called ${input.schema}`);
  return schema;
}

/** The schema of that name. */
export function schemaNamed(name: string): JSONSchema {
  return schemas[name] ?? {};
}
