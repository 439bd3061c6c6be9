import { HookEntry, type HookProblem } from "@kestrel/protocol/api";
import { readTomlFile } from "../config/toml-file.ts";

/** Most hooks that are read from one file. The rest is ignored: a session waits for each of them. */
const mostHooks = 64;

export type HookEntries = { hooks: readonly HookEntry[]; problems: readonly HookProblem[] };

/** The hooks in the user's file as it is now. Invalid entries are left out and listed in `problems`. Rejects with `config_invalid`. */
export async function readHookEntries(file: string): Promise<HookEntries> {
  const read = await readTomlFile(file, "config_invalid");
  return hooksIn(read?.values.hooks);
}

/** The entries of a list as written. */
export function hooksIn(value: unknown): HookEntries {
  const given: unknown[] = Array.isArray(value)
    ? value.slice(0, mostHooks)
    : value === undefined
      ? []
      : [value];
  const hooks: HookEntry[] = [];
  const problems: HookProblem[] = [];
  for (const [at, one] of given.entries()) {
    const entry = HookEntry.safeParse(one);
    if (entry.success) hooks.push(entry.data);
    else {
      const [issue] = entry.error.issues;
      const where = issue?.path.join(".") ?? "";
      problems.push({
        what: `hooks ${at + 1}`,
        detail: `${where} ${issue?.message ?? ""}`.trim().slice(0, 200),
      });
    }
  }
  return { hooks, problems };
}
