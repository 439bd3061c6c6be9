import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CapabilityCalls, CapabilitySource, Sandbox } from "@kestrel/core";
import type { ForeignServers, StartedLogin } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import type { McpRunParts, McpServers } from "@kestrel/mcp";
import { type McpServer, type McpServerEntry, readMcpToolName } from "@kestrel/protocol/api";
import { createProgramStarter, createSandbox, type Standstill } from "@kestrel/runtime";
import {
  addServerEntry,
  type DataPaths,
  dataPaths,
  type ImportedServers,
  importServers,
  mcpBook,
  prepareFolders,
  removeServerEntry,
} from "@kestrel/store";
import { programFiles } from "../machine/program-files.ts";
import { version } from "../machine/version.ts";
import { readSettings } from "../settings/read-settings.ts";
import { closedFoldersOf } from "./compose-roots.ts";

/** Milliseconds for a first connection: a program may have to be fetched by its own starter. */
const connectMs = 30_000;

export type McpHere = { servers: ForeignServers; source: CapabilitySource };

/** The user's MCP servers. Nothing of the package is loaded before there is one, and no server is started before it is used. */
export function composeMcp(
  paths: DataPaths,
  {
    sandbox,
    standstill,
    ...parts
  }: Omit<McpRunParts, "servers"> & { sandbox: Sandbox; standstill?: Standstill },
): McpHere {
  const book = mcpBook(paths);
  const make = async () => {
    const { McpServers, serverSource } = await import("@kestrel/mcp");
    const files = programFiles();
    const servers = new McpServers({
      book,
      programs: createProgramStarter({ supervisorPath: files.supervisor, sandbox, standstill }),
      confine: async (wish) => {
        const { confineProgram } = await import("@kestrel/tools");
        const closedFolders = closedFoldersOf(paths);
        return confineProgram({ sandbox, closedFolders, environment: process.env }, wish);
      },
      threadProgram: files.mcpLink,
      environment: process.env,
      version,
      connectMs,
    });
    return { servers, source: serverSource({ ...parts, servers }) };
  };
  let made: ReturnType<typeof make> | undefined;
  /** Set once a server's tool was called. */
  let called: CapabilityCalls | undefined;
  const loaded = () => {
    made ??= make();
    return made;
  };
  const any = async () => (await book.configured()).servers.length > 0;
  const calls = async () => {
    const { source } = await loaded();
    if (!source.calls) throw new Error("the servers' tools are called");
    return source.calls;
  };
  return {
    servers: {
      list: async () => {
        const { servers, problems, file } = await book.configured();
        if (servers.length === 0) return { servers: [], problems: [...problems], file };
        return (await loaded()).servers.list();
      },
      test: async (name) => (await loaded()).servers.test(name),
      switch: async (name, on, digest) => (await loaded()).servers.switch(name, on, digest),
      login: async (name) => startedLogin((await loaded()).servers.login(name)),
      logout: async (name) => (await loaded()).servers.logout(name),
      close: async () => made && (await made).servers.close(),
    },
    source: {
      kind: "server",
      // An unreadable configuration file is reported where the servers are listed.
      lines: async (workspace) =>
        (await any().catch(passOver("reading the MCP servers")))
          ? (await loaded()).source.lines(workspace)
          : [],
      list: async (line, place) => (await loaded()).source.list(line, place),
      describe: async (name, place) => (await loaded()).source.describe(name, place),
      calls: {
        ready: async () => {
          // An unreadable configuration file is reported where the servers are listed.
          if (!(await any().catch(passOver("reading the MCP servers")))) return;
          called = await calls();
          await called.ready?.();
        },
        named: (spelled) => called?.named?.(spelled),
        subject: (name) => (readMcpToolName(name) ? { opaque: true } : undefined),
        assess: async (name, args, context) => (await calls()).assess(name, args, context),
        run: async (name, args, context) => (await calls()).run(name, args, context),
      },
    },
  };
}

/** Starts a login. A failure to start becomes `failure`; a later one resolves `done`. Other errors are thrown. */
async function startedLogin(begun: ReturnType<McpServers["login"]>): Promise<StartedLogin> {
  const failed = (error: unknown) => {
    if (isTrouble(error)) return error;
    throw error;
  };
  try {
    const { address, done } = await begun;
    return { address, done: done.then(() => undefined, failed) };
  } catch (error) {
    return { failure: failed(error) };
  }
}

const isTrouble = (error: unknown): error is NonNullable<McpServer["failure"]> =>
  typeof error === "object" && error !== null && "why" in error && "detail" in error;

/** The same for a command, without a daemon. Only `add` and `remove` change the user's file; importing starts nothing. */
export async function mcpHere() {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  const book = mcpBook(paths);
  const keepOutput: McpRunParts["keepOutput"] = async (content) => ({ content });
  const folder = join(paths.run, `sandbox-${process.pid}`);
  // Unreadable settings are reported elsewhere; this command must still work to repair servers.
  const setting =
    (await readSettings({}, paths).catch(passOver("reading the settings")))?.values.sandbox ?? "best-effort";
  const sandbox = createSandbox({ setting, folder });
  const { close, ...servers } = composeMcp(paths, { keepOutput, sandbox }).servers;
  return {
    ...servers,
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
    /** Milliseconds that a server has to answer when it is looked at. */
    patienceMs: async (name: string) => {
      const { startMs } = await import("@kestrel/mcp");
      const found = (await book.configured()).servers.find((one) => one.name === name);
      return startMs(found?.entry ?? {}, connectMs);
    },
    add: (name: string, entry: McpServerEntry) => addServerEntry(paths.configFile, name, entry),
    remove: async (name: string) => {
      await book.keepLogin(name, undefined);
      return removeServerEntry(paths.configFile, name);
    },
    runFolder: paths.run,
    import: (file: string): Promise<ImportedServers> => importServers(file),
  };
}
