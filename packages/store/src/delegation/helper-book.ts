import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { delegateHelper, type HelperBook, type HelperDefinition } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { HelperProblem } from "@kestrel/protocol/api";
import { readBounded } from "../files/read-bounded.ts";
import { readHelper } from "./read-helper.ts";

/** Most subagents: a model cannot tell more apart. Longest file in bytes. */
const mostHelpers = 32;
const longestHelper = 16 * 1024;

type Read = { helpers: readonly HelperDefinition[]; problems: readonly HelperProblem[] };

/**
 * The user's subagents: one Markdown file each in `folder`, and the built-in one when it is on. A file of the same name replaces the
 * built-in one.
 */
export type UserHelpers = HelperBook & {
  list(): Promise<Read & { folder: string }>;
};

/** Reads the files anew each time: they are few, small and the user's own. */
export function helperBook(folder: string, delegate: "on" | "off"): UserHelpers {
  let last: Read = withOurs({ helpers: [], problems: [] }, delegate);
  const read = async () => {
    last = withOurs(await filesRead(folder), delegate);
    return last;
  };
  return {
    read: async () => (await read()).helpers,
    known: () => last.helpers,
    list: async () => ({ ...(await read()), folder }),
  };
}

function withOurs({ helpers, problems }: Read, delegate: "on" | "off"): Read {
  const ours = delegate === "on" && !helpers.some(({ name }) => name === delegateHelper.name);
  return { helpers: ours ? [delegateHelper, ...helpers] : helpers, problems };
}

async function filesRead(folder: string): Promise<Read> {
  const helpers: HelperDefinition[] = [];
  const problems: HelperProblem[] = [];
  for (const file of await filesIn(folder)) {
    const whole = await readBounded(join(folder, file), longestHelper).catch(absent);
    if (whole === undefined) {
      problems.push({ file, why: "too_long" });
      continue;
    }
    const found = await readHelper(basename(file, ".md"), whole);
    problems.push(...found.problems.map((why) => ({ file, why })));
    const { helper } = found;
    if (!helper) continue;
    if (helpers.some(({ name }) => name === helper.name)) problems.push({ file, why: "name_taken" });
    else helpers.push(helper);
  }
  return { helpers, problems };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md"));
  return files
    .map(({ name }) => name)
    .sort()
    .slice(0, mostHelpers);
}
