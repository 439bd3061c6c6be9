import { join } from "node:path";
import {
  type CapabilityCatalog,
  type CheckRunner,
  catalogOf,
  type FileRestorer,
  helperSource,
  type Jobs,
  type KeptOutputs,
  type Library,
  type NamedFiles,
  type PermissionBook,
  type Pictures,
  type ProbableFiles,
  type Sandbox,
  type StopHook,
  type Tool,
  type WorkspaceTrust,
} from "@kestrel/core";
import {
  type ApplicationParts,
  type ForeignServers,
  HelperRuns,
  type Notices,
  type WebAccess,
} from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { type MemoryBook, memorySource, type PastSessions, sessionsSource } from "@kestrel/memory";
import type { ListedHelpers } from "@kestrel/protocol/api";
import { createCommandRunner, createProgramStarter, createSandbox, Standstill } from "@kestrel/runtime";
import {
  type Config,
  type DataPaths,
  helperBook,
  permissionBook,
  type UserHelpers,
  userLibrary,
  workspaceTrust,
} from "@kestrel/store";
import {
  builtInTools,
  CommandSnapshots,
  checkRunner,
  fileBlobs,
  fileRestorer,
  GuardedPlaces,
  jobTable,
  keptOutputs,
  keptPictures,
  languageErrors,
  namedFiles,
  outputKeeper,
  probableFiles,
  stopCommand,
} from "@kestrel/tools";
import { programFiles } from "../machine/program-files.ts";
import { thisHost } from "../machine/this-host.ts";
import type { HookSandbox } from "./compose-hooks.ts";
import { composeMcp } from "./compose-mcp.ts";
import { closedFoldersOf, rootsOf } from "./compose-roots.ts";
import { composeWeb } from "./compose-web.ts";

/** The tools of a session's calls, their rules, and the folders they may not touch. */
export type ToolsHere = {
  tools: readonly Tool[];
  /** What is reached through `use`. */
  catalog: CapabilityCatalog;
  mcp: ForeignServers;
  web: WebAccess;
  helpers: NonNullable<ApplicationParts["helpers"]>;
  /** What a person calls by its name. */
  library: Library;
  /** What hooks are put into. */
  hooks: HookSandbox;
  /** The user's own check when a turn wants to end. */
  stop: StopHook | undefined;
  /** Runs the checks of loops. */
  checks: CheckRunner;
  sandbox: Sandbox;
  jobs: Jobs & { running(): number };
  pictures: Pictures;
  permissions: PermissionBook;
  trust: WorkspaceTrust;
  fileRestorer: FileRestorer;
  outputs: KeptOutputs;
  namedFiles: NamedFiles;
  probableFiles: ProbableFiles;
  closedFolders: readonly string[];
  /** What is open within them: the sample project, the folder of sessions without one, and worktrees. */
  openFolders: readonly string[];
  /** Folders that the user opened to every workspace. */
  roots: readonly string[];
};

/** Puts the tools together. Nothing is looked for or started before a call needs it. Throws `config_invalid` for an extra root that cannot be one. */
export function composeTools(
  config: Config,
  paths: DataPaths,
  memory?: MemoryBook,
  past?: PastSessions,
  notices?: Notices,
): ToolsHere {
  const { values } = config;
  const files = programFiles();
  const blobs = fileBlobs(join(paths.data, "blobs"));
  const sandbox = createSandbox({ setting: values.sandbox, folder: join(paths.run, "sandbox") });
  const standstill = new Standstill();
  const supervised = { supervisorPath: files.supervisor, sandbox, standstill };
  const commandRunner = createCommandRunner(supervised);
  const closedFolders = closedFoldersOf(paths);
  const openFolders = [
    ...["playground", "no-folder"].map((name) => join(paths.data, name)),
    join(paths.cache, "worktrees"),
  ];
  const roots = rootsOf(config, paths);
  const jobs = jobTable();
  const guardedPlaces = new GuardedPlaces();
  const ofPlaces = { closedFolders, openFolders, extraRoots: roots };
  const places = { blobs, ...ofPlaces, guardedPlaces, workerProgram: files.textWorker };
  const trust = workspaceTrust(paths);
  const library = userLibrary(paths, trust);
  const dependencies = {
    commandRunner,
    sandbox,
    jobs,
    snapshots: new CommandSnapshots({ ...ofPlaces, blobs, folder: join(paths.data, "snapshots") }),
    spillFolder: join(paths.data, "relay"),
    skillFolders: [library.skillFolder],
    ...places,
    languages: languageErrors({
      ...{ sandbox, closedFolders },
      programs: createProgramStarter({ supervisorPath: files.supervisor, sandbox, standstill }),
      commands: {
        typescript: values["languages.typescript"],
        python: values["languages.python"],
        go: values["languages.go"],
        c: values["languages.c"],
      },
      ...(notices && {
        givenUp: (language: string, folder: string) =>
          notices.add({ code: "language_server_silent", params: { language, folder } }),
      }),
    }),
  };
  const stopLine = values["limits.stop_command"];
  const configured = {
    allow: values["permission.allow"],
    ask: values["permission.ask"],
    deny: values["permission.deny"],
  };
  const permissions = permissionBook(paths, configured, trust);
  const pictures = keptPictures(blobs);
  const keepOutput = outputKeeper(join(paths.data, "relay"));
  const mcp = composeMcp(paths, { keepOutput, pictures, sandbox, standstill });
  const web = composeWeb(config, { keepOutput });
  const book = helperBook(join(paths.config, "helpers"), values["helpers.delegate"]);
  const runs = new HelperRuns({ maxTokens: values["helpers.max_tokens"] });
  const asked = helperSource({ book, runner: runs, digest: thisHost.digest });
  return {
    tools: builtInTools(dependencies),
    stop: stopLine === undefined ? undefined : stopCommand(stopLine, dependencies),
    checks: checkRunner(dependencies),
    hooks: { confinement: dependencies, standstill },
    ...{ jobs, sandbox, pictures, permissions, trust, closedFolders, openFolders },
    roots,
    library,
    // Of equal names the first wins: built-in, then the user's, then the folder's.
    catalog: catalogOf(
      [
        web.source,
        ...(memory
          ? [memorySource(memory, thisHost.digest, () => memory.on && values["memory.propose"] === "on")]
          : []),
        ...(memory && past
          ? [sessionsSource(past, thisHost.digest, () => memory.on && values["memory.sessions"] === "on")]
          : []),
        asked,
        library.skills,
        mcp.source,
        library.projectSkills,
      ],
      {},
      values["reach.lay_ready"] === "on",
      passOver("listing the catalog"),
    ),
    helpers: { runs, list: () => shownHelpers(book) },
    mcp: mcp.servers,
    web: web.access,
    fileRestorer: fileRestorer(places),
    namedFiles: namedFiles(ofPlaces),
    probableFiles: probableFiles(dependencies, () => values["reach.suggest_files"] === "on"),
    outputs: keptOutputs(join(paths.data, "relay")),
  };
}

async function shownHelpers(book: UserHelpers): Promise<ListedHelpers> {
  const { helpers, problems, folder } = await book.list();
  const shown = helpers.map(({ words: _, tools, ...helper }) => ({ ...helper, tools: [...tools] }));
  return { helpers: shown, problems: [...problems], folder };
}
