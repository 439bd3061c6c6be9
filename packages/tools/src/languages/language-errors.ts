import { extname } from "node:path";
import type { ProgramStarter, Sandbox } from "@kestrel/core";
import { visibleText } from "@kestrel/text";
import { clipEnd } from "../answer/clip.ts";
import { confineProgram } from "../confine/confine-program.ts";
import { type LanguageClient, type LanguageError, languageClient } from "./language-client.ts";

/** Settings `[languages]`: the file types of each, and the protocol's ids for them. */
const languagesBySetting = {
  typescript: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
  },
  python: { ".py": "python", ".pyi": "python" },
  go: { ".go": "go" },
  c: { ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp", ".cxx": "cpp" },
} as const satisfies Record<string, Record<string, string>>;

type LanguageSetting = keyof typeof languagesBySetting;

/** Errors in code, from the servers that the user configured. */
export type LanguageErrors = {
  /** Starts the server of a file that is read, so that it is ready when the file is changed. */
  opened(workspace: string, path: string): void;
  /** New errors after a change, as text for the model. Empty when there are none or the server does not answer. */
  after(
    workspace: string,
    change: { path: string; before: string | undefined; after: string },
  ): Promise<string>;
  /** After a command that may have changed any file: the servers' state is outdated. */
  outdated(workspace: string): void;
  end(): void;
};

/** Milliseconds for both texts; then the change is answered without errors. */
const patienceMs = 2_000;
/** Changes in a row without a timely answer, after which that server is not waited for. */
const mostSilent = 3;
/** A server that works on one change longer than this multiple of the patience is ended. */
const longestWork = 15;
/** Servers at one time: starting another ends the least recently used one. */
const mostServers = 3;
const idleMs = 5 * 60_000;
/** KiB of data for each of its processes: 1 GiB. Above it the process ends. */
const mostMemory = 1024 * 1024;
/** Limits of the text for the model: lines, UTF-16 units in all (about 120 tokens), UTF-16 units of a line. */
const mostLines = 5;
const mostUnits = 420;
const longestLine = 160;
const longestText = 1_000_000;

/** Where a server may write: a folder in memory that is removed with it. */
const caches = { TMPDIR: "/tmp", XDG_CACHE_HOME: "/tmp/.cache", GOCACHE: "/tmp/.cache/go-build" };

type Parts = {
  sandbox?: Sandbox;
  closedFolders?: readonly string[];
  environment?: Readonly<Record<string, string | undefined>>;
  commands: Readonly<Partial<Record<LanguageSetting, string>>>;
  programs: ProgramStarter;
  patience?: number;
  /** A server was given up in a workspace, until the next start. Called once. */
  givenUp?(language: LanguageSetting, workspace: string): void;
};
type Server = { client: LanguageClient; isBusy: boolean; used: number };

/**
 * One server per language and workspace, only in the sandbox: it runs project code, without network or write access. It ends after
 * five idle minutes, above 1 GiB, and when a command ran in its workspace. After three failures or timeouts in a row it is not started
 * again.
 */
export function languageErrors({
  commands,
  programs,
  sandbox,
  closedFolders = [],
  environment = process.env,
  patience = patienceMs,
  givenUp = () => {},
}: Parts): LanguageErrors {
  const servers = new Map<string, Promise<Server | undefined>>();
  const silent = new Map<string, number>();
  const settingOf = (path: string) => {
    const found = Object.entries(languagesBySetting).find(([, files]) => extname(path) in files);
    const setting = found?.[0] as LanguageSetting | undefined;
    const line = setting && commands[setting];
    return setting !== undefined && line !== undefined && line !== "" ? { setting, line } : undefined;
  };
  const start = async (key: string, workspace: string, line: string): Promise<Server | undefined> => {
    const around = sandbox && { sandbox, closedFolders, environment };
    const confinement = around && (await confineProgram(around, { folder: undefined, network: false }));
    if (!confinement) return undefined;
    const { PATH = "", HOME = "" } = environment;
    const command = {
      ...{
        file: "/bin/sh",
        args: ["-c", `ulimit -d ${mostMemory}; exec 2>/dev/null; exec ${line}`],
        folder: workspace,
      },
      environment: { PATH, HOME, LC_ALL: "C.UTF-8", ...caches },
      confinement: { ...confinement, readable: [workspace] },
    };
    const client = await languageClient(programs, command, (path) => {
      const files: Record<string, string> = Object.assign({}, ...Object.values(languagesBySetting));
      return files[extname(path)] ?? "plaintext";
    });
    const server: Server = { client, isBusy: false, used: performance.now() };
    const idle = setInterval(() => {
      if (performance.now() - server.used > idleMs) client.end();
    }, idleMs / 10).unref();
    client.over.addEventListener("abort", () => {
      clearInterval(idle);
      void servers.get(key)?.then((now) => now === server && servers.delete(key));
    });
    return server;
  };
  const serverFor = (workspace: string, path: string) => {
    const named = settingOf(path);
    if (!named) return undefined;
    const key = `${named.setting} ${workspace}`;
    if ((silent.get(key) ?? 0) >= mostSilent) return undefined;
    const known = servers.get(key);
    const starting = known ?? start(key, workspace, named.line).catch(() => undefined); // expected: without one nothing is said
    // Moved to the end: the first entry is the least recently used one.
    servers.delete(key);
    servers.set(key, starting);
    if (!known) void starting.then((server) => server ?? servers.delete(key));
    for (const oldest of servers.keys()) if (servers.size > mostServers) endOne(oldest);
    return { key, starting, ...named };
  };
  const endOne = (key: string) => {
    const server = servers.get(key);
    servers.delete(key);
    void server?.then((one) => one?.client.end());
  };
  const endIn = (workspace?: string) => {
    for (const key of servers.keys())
      if (workspace === undefined || key.endsWith(` ${workspace}`)) endOne(key);
  };
  return {
    opened: (workspace, path) => void serverFor(workspace, path),

    after: async (workspace, { path, before, after }) => {
      if (after.length > longestText || (before?.length ?? 0) > longestText) return "";
      const found = serverFor(workspace, path);
      if (!found) return "";
      const { key, starting, setting } = found;
      const compare = async (server: Server) => {
        [server.isBusy, server.used] = [true, performance.now()];
        const hung = setTimeout(server.client.end, patience * longestWork).unref();
        try {
          const old = before === undefined ? [] : await server.client.errorsIn(path, before);
          const now = old && (await server.client.errorsIn(path, after));
          server.client.close(path);
          return old && now && formatErrors(broken(old, before ?? "", now, after));
        } finally {
          clearTimeout(hung);
          server.isBusy = false;
        }
      };
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, patience, undefined);
      });
      const asked = Promise.race([starting, late]).then((server) => {
        // It still works on the previous change: this one is neither queued nor waited for.
        if (server?.isBusy) return "busy";
        return server && Promise.race([compare(server), late]);
      });
      const told = await asked.finally(() => clearTimeout(timer));
      if (told === "busy") return "";
      const count = told === undefined ? (silent.get(key) ?? 0) + 1 : 0;
      silent.set(key, count);
      if (count === mostSilent) {
        endOne(key);
        givenUp(setting, workspace);
      }
      return told ?? "";
    },

    outdated: endIn,
    end: () => endIn(),
  };
}

/** Errors of the new text that the old one did not have, compared by code, message and the line's text. */
function broken(
  old: readonly LanguageError[],
  before: string,
  now: readonly LanguageError[],
  after: string,
): LanguageError[] {
  const keys = (errors: readonly LanguageError[], text: string) => {
    const lines = text.split(/\r?\n/);
    return errors.map((error) => `${error.code}\0${error.message}\0${lines[error.line - 1]?.trim()}`);
  };
  const left = new Map<string, number>();
  for (const key of keys(old, before)) left.set(key, (left.get(key) ?? 0) + 1);
  const ofNow = keys(now, after);
  return now.filter((_, index) => {
    const count = left.get(ofNow[index] ?? "") ?? 0;
    left.set(ofNow[index] ?? "", count - 1);
    return count <= 0;
  });
}

function formatErrors(errors: readonly LanguageError[]): string {
  const lines: string[] = [];
  let room = mostUnits;
  for (const { line, message } of errors.slice(0, mostLines)) {
    const words = clipEnd(`line ${line}: ${visibleText(message.split("\n")[0] ?? "")}`, longestLine);
    room -= words.length;
    if (room < 0 && lines.length > 0) break;
    lines.push(words);
  }
  if (lines.length === 0) return "";
  const more = errors.length - lines.length;
  return ["This change brought errors:", ...lines.slice(0, more > 0 ? mostLines - 1 : mostLines)]
    .concat(more > 0 ? [`[and ${errors.length - Math.min(lines.length, mostLines - 1)} more]`] : [])
    .join("\n");
}
