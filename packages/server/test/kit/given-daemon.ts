import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelBackend, SessionArchive, Tool } from "@kestrel/core";
import {
  bareCatalog,
  memoryArchive,
  memoryCatalog,
  memoryPictures,
  ScriptedBackend,
  type ScriptedReply,
  stillEngine,
  stillHost,
} from "@kestrel/core/testing";
import { type OpAnswer, type OpBody, type SessionEvent, SessionId } from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { askSession, createDaemonClient } from "../../src/client/index.ts";
import { createServer, type ServerParts } from "../../src/index.ts";
import { memoryDevices } from "./memory-devices.ts";

export type Given = {
  replies?: readonly ScriptedReply[];
  backend?: ModelBackend;
  tools?: readonly Tool[];
  archive?: SessionArchive;
  parts?: Partial<ServerParts>;
  /** The caller ends it; otherwise the test's end does. */
  keep?: boolean;
};

export type GivenDaemon = Awaited<ReturnType<typeof givenDaemon>>;

let sessions = 0;
let turns = 0;

/** A real daemon on a free port, over a scripted model and an archive in memory. Its clock stands still until a test moves it. */
export async function givenDaemon({ replies = [], backend, tools = [], archive, parts, keep }: Given = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-server-")));
  const clock = { ms: 0 };
  const engine = stillEngine();
  const token = "5ecret".padEnd(64, "0");
  const shelf = archive ?? memoryArchive();
  const server = await createServer({
    port: 0,
    token,
    devices: memoryDevices(),
    version: "0.0.0",
    command: "kestrel",
    stop: () => undefined,
    archive: shelf,
    catalog: memoryCatalog(),
    engine,
    backend: backend ?? new ScriptedBackend(replies),
    models: bareCatalog([
      { id: "small", name: "Small", path: "/models/small.gguf", place: "configured", bytes: 1, parts: 1 },
    ]),
    discover: async () => ({ servers: [] }),
    tools,
    host: { ...stillHost(), now: () => clock.ms },
    pictures: memoryPictures(),
    limits: { maxSteps: 40 },
    mode: "ask",
    playground: async () => folder,
    workspaces: { closed: [], open: [], home: "/home/nobody" },
    describeMachine: async () => "Machine: a test.",
    settings: () => [],
    notices: async () => [],
    newSessionId: () => SessionId.parse(`s${String(++sessions).padStart(8, "0")}`),
    newTurnId: () => `t${++turns}`,
    ...parts,
  });
  const close = async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  if (!keep) onTestFinished(close);
  const client = createDaemonClient({ baseUrl: server.url, token });
  return {
    ...server,
    address: { baseUrl: server.url, token },
    port: Number(new URL(server.url).port),
    token,
    folder,
    clock,
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
    async logOf(id: SessionId): Promise<SessionEvent[]> {
      return (await client.call("readLog", { params: { id } })).events;
    },
  };
}
