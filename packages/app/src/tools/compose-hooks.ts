import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkspaceTrust } from "@kestrel/core";
import type { UserHooks } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { createCommandRunner, createProgramStarter, createSandbox, Standstill } from "@kestrel/runtime";
import {
  type DataPaths,
  dataPaths,
  digestOfHook,
  readHookEntries,
  trustsHooks,
  workspaceTrust,
} from "@kestrel/store";
import {
  commandHook,
  type HookConfinement,
  type HookSource,
  type HooksHere,
  pluginHooks,
  stageHooks,
} from "@kestrel/tools";
import { programFiles } from "../machine/program-files.ts";
import { readSettings } from "../settings/read-settings.ts";
import { closedFoldersOf } from "./compose-roots.ts";

/** The sandbox of hooks, and the processes they share it with. */
export type HookSandbox = { confinement: HookConfinement; standstill: Standstill };

/** The hooks of all session stages, and their list for clients. Starts nothing before a hook runs. */
export function composeHooks(
  paths: DataPaths,
  trust: Pick<WorkspaceTrust, "decided" | "look">,
  { confinement, standstill }: HookSandbox,
): { stages: HooksHere; shown: UserHooks } {
  const surroundings = {
    programs: createProgramStarter({
      ...{ supervisorPath: programFiles().supervisor, standstill },
      ...(confinement.sandbox && { sandbox: confinement.sandbox }),
    }),
    environment: process.env,
    confinement,
  };
  const own: HookSource = async () => {
    // An unreadable file stops the daemon at its start; one that breaks later is reported.
    const { hooks, problems } = await readHookEntries(paths.configFile).catch((error: unknown) => ({
      hooks: [],
      problems: [{ what: paths.configFile, detail: String(error instanceof Error ? error.message : error) }],
    }));
    return { hooks: hooks.map((entry) => commandHook(entry, "user", surroundings)), problems };
  };
  const theirs: HookSource = async (workspace) => {
    const decided = (await trust.decided().catch(passOver("reading the trusted folders"))) ?? [];
    if (!decided.some((one) => one.workspace === workspace && trustsHooks(one)))
      return { hooks: [], problems: [] };
    const { hookTrust, hooks = [] } = await trust.look(workspace);
    // Only the bytes that were allowed are run; a guard that is off is reported.
    if (hookTrust?.state !== "trusted")
      return {
        hooks: [],
        problems: [{ what: join(workspace, "kestrel.toml"), detail: hookTrust?.state ?? "changed" }],
      };
    const made = hooks.map(({ entry, digest }) => {
      const unchanged = async () => (await digestOfHook(workspace, entry)) === digest;
      return commandHook(entry, "workspace", { ...surroundings, unchanged });
    });
    return { hooks: made, problems: [] };
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
      test: async (name, workspace) => {
        if (workspace !== "") return stages.test(name, workspace, workspace);
        const empty = await realpath(await mkdtemp(join(tmpdir(), "kestrel-hook-")));
        return stages.test(name, "", empty).finally(() => rm(empty, { recursive: true, force: true }));
      },
      close: plugins.close,
    },
  };
}

/** The same for a command, without a daemon. */
export async function hooksHere(): Promise<UserHooks> {
  const paths = dataPaths(process.env);
  const setting =
    (await readSettings({}, paths).catch(passOver("reading the settings")))?.values.sandbox ?? "best-effort";
  const folder = join(paths.run, `sandbox-${process.pid}`);
  const sandbox = createSandbox({ setting, folder });
  const standstill = new Standstill();
  const { supervisor: supervisorPath } = programFiles();
  const commandRunner = createCommandRunner({ supervisorPath, sandbox, standstill });
  const confinement = { commandRunner, sandbox, closedFolders: closedFoldersOf(paths) };
  const { close, ...shown } = composeHooks(paths, workspaceTrust(paths), { confinement, standstill }).shown;
  return {
    ...shown,
    close: async () => {
      await close?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
