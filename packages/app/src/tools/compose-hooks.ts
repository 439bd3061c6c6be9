import { join } from "node:path";
import type { WorkspaceTrust } from "@kestrel/core";
import type { UserHooks } from "@kestrel/daemon";
import { createProgramStarter } from "@kestrel/runtime";
import { type DataPaths, dataPaths, readHookEntries, trustsHooks, workspaceTrust } from "@kestrel/store";
import { commandHook, type HookSource, type HooksHere, pluginHooks, stageHooks } from "@kestrel/tools";
import { programFiles } from "../machine/program-files.ts";

/** The hooks that are asked at the stages of sessions, and what clients are told of them. Nothing is started before one is asked. */
export function composeHooks(
  paths: DataPaths,
  trust: Pick<WorkspaceTrust, "decided" | "look">,
): { stages: HooksHere; shown: UserHooks } {
  const surroundings = {
    programs: createProgramStarter({ supervisorPath: programFiles().supervisor }),
    environment: process.env,
  };
  const own: HookSource = async () => {
    // A file that cannot be read stopped the daemon when it started; broken since, it is told.
    const { hooks, problems } = await readHookEntries(paths.configFile).catch((error: unknown) => ({
      hooks: [],
      problems: [{ what: paths.configFile, detail: String(error instanceof Error ? error.message : error) }],
    }));
    return { hooks: hooks.map((entry) => commandHook(entry, "user", surroundings)), problems };
  };
  const theirs: HookSource = async (workspace) => {
    const decided = await trust.decided().catch(() => []);
    if (!decided.some((one) => one.workspace === workspace && trustsHooks(one)))
      return { hooks: [], problems: [] };
    const { state, hooks = [] } = await trust.look(workspace);
    // Other bytes than those that were trusted are not run; that a guard is off is told.
    if (state !== "trusted")
      return { hooks: [], problems: [{ what: join(workspace, "kestrel.toml"), detail: state }] };
    return { hooks: hooks.map(({ entry }) => commandHook(entry, "workspace", surroundings)), problems: [] };
  };
  const folder = join(paths.config, "plugins");
  const plugins = pluginHooks(folder, programFiles().pluginThread);
  const stages = stageHooks([own, theirs, plugins.source], () => new Date().toISOString());
  return {
    stages,
    shown: {
      list: async (workspace) => ({
        ...(await stages.list(workspace)),
        file: paths.configFile,
        plugins: folder,
      }),
      test: (name, workspace, place) => stages.test(name, workspace, place),
      close: plugins.close,
    },
  };
}

/** The same for a command, without a daemon. */
export function hooksHere(): UserHooks {
  const paths = dataPaths(process.env);
  return composeHooks(paths, workspaceTrust(paths)).shown;
}
