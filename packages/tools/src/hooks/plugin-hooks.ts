import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { HookProblem } from "@kestrel/protocol/api";
import type { AskableHook, HookSource } from "./askable-hook.ts";
import { type PluginFacts, PluginThread } from "./plugin-thread.ts";

/** Seconds a plugin may take for one answer. */
const usualPatience = 10;

/** Plugins loaded at most: a stage waits for all of them. */
const mostPlugins = 16;

type Known = { mark: string; thread: PluginThread; facts: Promise<PluginFacts | { broken: string }> };

/** The user's plugins: the `.mjs` files of a folder, each in its own thread. Loaded on first use and after a change. */
export function pluginHooks(
  folder: string,
  program: string,
  patience = usualPatience,
): { source: HookSource; close(): void } {
  const known = new Map<string, Known>();
  const knownAt = async (file: string): Promise<Known> => {
    const facts = await stat(file);
    const mark = `${facts.mtimeMs} ${facts.size}`;
    const before = known.get(file);
    if (before?.mark === mark) return before;
    before?.thread.end("it was changed");
    const thread = new PluginThread(file, program, before?.thread.gone);
    const one = { mark, thread, facts: thread.load() };
    known.set(file, one);
    return one;
  };
  const source: HookSource = async () => {
    const hooks: AskableHook[] = [];
    const problems: HookProblem[] = [];
    for (const file of await filesIn(folder)) {
      const path = join(folder, file);
      const one = await knownAt(path).catch(absent);
      const facts = await one?.facts;
      if (!one || !facts) continue;
      if ("broken" in facts) problems.push({ what: file, detail: facts.broken });
      else hooks.push(...hooksOf(path, facts, one.thread, patience));
    }
    return { hooks, problems };
  };
  return {
    source,
    close: () => {
      for (const { thread } of known.values()) thread.end("the daemon ends");
      known.clear();
    },
  };
}

function hooksOf(
  file: string,
  { name = basename(file, ".mjs"), tool, stages }: PluginFacts,
  thread: PluginThread,
  patience: number,
) {
  return stages.map(
    (on): AskableHook => ({
      ...{ name, on, command: file, from: "plugin", timeoutSeconds: patience, onFailure: "go_on" },
      ...(tool !== undefined && { tool }),
      ask: (input, cancel) => thread.ask(input, patience * 1_000, cancel),
    }),
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".mjs"));
  return files
    .map(({ name }) => name)
    .sort()
    .slice(0, mostPlugins);
}
