import { readdirSync, readFileSync } from "node:fs";
import type { Edit, EditRefusal } from "../src/index.ts";

/** An edit as some model asked for it, and what has to become of the file. */
export type EditCase = {
  name: string;
  /** `negative`: nothing is written. `stretch`: a good harness could do it. */
  class: "must" | "negative" | "stretch";
  input: { content: string } & Edit;
  expected:
    | { ok: true; content: string }
    | { ok: false; error: EditRefusal; closest?: { line: number; text: string } | null };
};

const folder = new URL("./cases/", import.meta.url);

/** What goes wrong with edits, each with its cases. */
export const editCases: [trouble: string, cases: EditCase[]][] = readdirSync(folder).map((name) => {
  const { cases } = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { cases: EditCase[] };
  return [name.replace(".json", ""), cases];
});
