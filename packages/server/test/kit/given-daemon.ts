import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentParts,
  type ModelBackend,
  type ModelCatalog,
  type Pictures,
  type Redactor,
  redactorHere,
  type SessionArchive,
  type SessionCatalog,
  type Tool,
} from "@kestrel/core";
import {
  bareCatalog,
  memoryArchive,
  memoryCatalog,
  memoryLoadouts,
  memoryPermissions,
  memoryPictures,
  ScriptedBackend,
  type ScriptedReply,
  stillEngine,
  stillHost,
} from "@kestrel/core/testing";
import { Application, type ModelsInUse, Notices, type SessionRules } from "@kestrel/daemon";
import { entriesIn, openDaemonLog, report } from "@kestrel/diagnostics";
import {
  type OpAnswer,
  type OpBody,
  type SessionEvent,
  SessionId,
  type SessionSummary,
} from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { askSession, createDaemonClient } from "../../src/client/index.ts";
import { AccessTokens, createServer, type Devices, type ServerParts } from "../../src/index.ts";
import { memoryDevices } from "./memory-devices.ts";
import { memoryTokens } from "./memory-tokens.ts";
import { oneChannel } from "./one-channel.ts";
import { oneDownload } from "./one-download.ts";
import { oneFact } from "./one-fact.ts";
import { oneLoop } from "./one-loop.ts";
import { oneServer } from "./one-server.ts";
import { oneSkill } from "./one-skill.ts";
import { oneWorktree } from "./one-worktree.ts";

export type Given = {
  replies?: readonly ScriptedReply[];
  backend?: ModelBackend;
  tools?: readonly Tool[];
  archive?: SessionArchive;
  parts?: Partial<Parts>;
  /** The caller ends it; otherwise the test's end does. */
  keep?: boolean;
};

/** Parts of the daemon that a test brings itself. */
type Parts = {
  port: number;
  devices: Devices;
  tokens: AccessTokens;
  consoleFolder: string;
  command: string;
  models: ModelCatalog;
  discover: ModelsInUse["discover"];
  catalog: SessionCatalog;
  pictures: Pictures;
  redactor: Redactor;
  newSessionId: SessionRules["newSessionId"];
  workspaces: SessionRules["workspaces"];
  unloadAfterMs: number;
  mode: SessionRules["mode"];
  agent: Partial<AgentParts>;
  memory: ReturnType<typeof oneFact>;
  channelRules: ServerParts["channelRules"];
};

export type GivenDaemon = Awaited<ReturnType<typeof givenDaemon>>;

export const smallModel = {
  id: "small",
  name: "Small",
  path: "/models/small.gguf",
  place: "configured",
  bytes: 1,
  parts: 1,
} as const;

let sessions = 0;
let turns = 0;

/** A real daemon on a free port, over a scripted model and an archive in memory. Its clock stands still until a test moves it. */
export async function givenDaemon({
  replies = [],
  backend,
  tools = [],
  archive,
  parts = {},
  keep,
}: Given = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-server-")));
  const log = openDaemonLog(folder, "0.0.0");
  const clock = { ms: 0 };
  const engine = stillEngine();
  const token = "5ecret".padEnd(64, "0");
  const shelf = archive ?? memoryArchive();
  const pictures = parts.pictures ?? memoryPictures();
  const host = { ...stillHost(), report, now: () => clock.ms };
  const application = new Application({
    archive: shelf,
    catalog: parts.catalog ?? memoryCatalog(),
    pictures,
    redactor: parts.redactor ?? redactorHere,
    agent: {
      backend: backend ?? new ScriptedBackend(replies),
      tools,
      host,
      images: pictures,
      limits: { maxSteps: 40 },
      permissions: memoryPermissions(),
      library: oneSkill(),
      ...parts.agent,
    },
    models: {
      engine,
      catalog: parts.models ?? bareCatalog([smallModel]),
      discover: parts.discover ?? (async () => ({ servers: [] })),
      choices: async () => ({
        models: [{ label: "small", wanted: { id: smallModel.id }, from: { builtIn: true }, inUse: true }],
        servers: [{ url: "http://127.0.0.1:1234", failure: { code: "auth" } }],
        setBy: { key: "model.url", where: "config.toml" },
      }),
      keepServer: async () => undefined,
      forgetServer: async () => {},
      browse: async (path = folder) => ({ path, folders: [], models: [], more: false }),
    },
    rules: {
      version: "0.0.0",
      mode: parts.mode ?? "ask",
      loadouts: memoryLoadouts(),
      workspaces: parts.workspaces ?? { closed: [], open: [], home: "/home/nobody" },
      playground: async () => folder,
      noFolder: async () => `${folder}/none`,
      unloadAfterMs: parts.unloadAfterMs,
      describeMachine: async () => "Machine: a test.",
      newSessionId: parts.newSessionId ?? (() => SessionId.parse(`s${String(++sessions).padStart(8, "0")}`)),
      newTurnId: () => `t${++turns}`,
    },
    settings: {
      list: async () => ({ settings: [], file: "" }),
      change: async () => ({ settings: [], file: "" }),
    },
    settingsFile: "/home/ada/.config/kestrel/config.toml",
    diagnostics: { file: log.file, newest: (most) => entriesIn(folder, most) },
    notices: new Notices([]),
    mcp: oneServer(),
    worktrees: oneWorktree(),
    loops: oneLoop(),
    downloads: oneDownload(),
    channels: oneChannel(),
    memory: parts.memory ?? oneFact(),
    web: { list: async () => [], trySearch: async () => ({ outcome: "ok", hits: 3 }) },
    hooks: {
      list: async () => ({ hooks: [], problems: [], file: "", plugins: "" }),
      test: async () => ({ answers: [], durationMs: 1 }),
    },
    command: "kestrel",
  });
  const server = await createServer({
    application,
    port: parts.port ?? 0,
    token,
    devices: parts.devices ?? memoryDevices(),
    tokens: parts.tokens ?? (await AccessTokens.in(memoryTokens())),
    now: host.now,
    channelRules: parts.channelRules,
    consoleFolder: parts.consoleFolder,
    command: parts.command,
  });
  const close = async () => {
    await server.close();
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  if (!keep) onTestFinished(close);
  const client = createDaemonClient({ baseUrl: server.url, token });
  return {
    ...server,
    application,
    address: { baseUrl: server.url, token },
    port: Number(new URL(server.url).port),
    token,
    folder,
    clock,
    log,
    engine,
    archive: shelf,
    client,
    close,
    async opensSession(): Promise<SessionId> {
      return (await client.call("openSession", { body: {} })).session.id;
    },
    does(id: SessionId, op: OpBody, opId?: string): Promise<OpAnswer> {
      return askSession(client, id, op, opId);
    },
    async summaryOf(id: SessionId): Promise<SessionSummary | undefined> {
      return (await client.call("listSessions")).sessions.find((session) => session.id === id);
    },
    async logOf(id: SessionId): Promise<SessionEvent[]> {
      return (await client.call("readLog", { params: { id } })).events;
    },
  };
}
