import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editCases } from "../../../edit-match/test/edit-cases.ts";
import { argumentCases } from "./argument-cases.ts";
import { casesByDialect } from "./call-cases.ts";

type Named = readonly [file: string, cases: readonly { name: string }[]];

/** The names of all cases, by the file they stand in. */
const namesIn: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      ["calls", casesByDialect],
      ["arguments", argumentCases],
      ["edits", editCases],
    ] as readonly (readonly [folder: string, files: readonly Named[]])[]
  ).flatMap(([folder, files]) =>
    files.map(([file, cases]) => [`${folder}/${file}`, new Set(cases.map(({ name }) => name))] as const),
  ),
);

const [, list = ""] = readFileSync(new URL("../../../../docs/landing.md", import.meta.url), "utf8").split(
  "\n## Causes and their cases\n",
);

/** The rows of the list: a cause, and `` `file` "case", "case"; `file` "case" ``. */
const causes = [...list.matchAll(/^\| (.+) \| (`(?:calls|arguments|edits)\/.+) \|$/gm)].map(
  ([, cause = "", cases = ""]) => {
    const named = [...cases.matchAll(/`([\w/-]+)`((?:,? "[^"]+")+)/g)].flatMap(([, file = "", names = ""]) =>
      [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ file, name })),
    );
    return [cause, named] as const;
  },
);

describe("the list of causes in docs/landing.md", () => {
  it("has all hundred of them", () => {
    expect(causes.length).toBeGreaterThanOrEqual(100);
  });

  it.each(causes)("%s: three cases that there are", (_cause, named) => {
    expect(named.filter(({ file, name }) => !namesIn.get(file)?.has(name))).toEqual([]);
    expect(new Set(named.map(({ file, name }) => `${file} ${name}`)).size).toBeGreaterThanOrEqual(3);
  });
});
