import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Crew,
  catalogOf,
  delegateHelper,
  type HelperDefinition,
  helperSource,
  type LoadoutBook,
  type ModelBackend,
  type Tool,
} from "@kestrel/core";
import {
  bareCatalog,
  fakeRead,
  memoryArchive,
  memoryCatalog,
  memoryPictures,
  notingTool,
  stillEngine,
  stillHost,
} from "@kestrel/core/testing";
import { type SessionEvent, SessionId } from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { Application, HelperRuns, Notices } from "../../src/index.ts";

export type GivenDelegation = {
  backend: ModelBackend;
  helpers?: readonly HelperDefinition[];
  tools?: readonly Tool[];
  maxTokens?: number;
  loadouts?: LoadoutBook;
  crew?: Crew;
};

/** An application whose sessions may ask helpers, and the session that asks. */
export async function givenDelegation({
  backend,
  helpers = [delegateHelper],
  tools = [reading(), writing()],
  maxTokens = 30_000,
  loadouts,
  crew,
}: GivenDelegation) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-delegation-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const archive = memoryArchive();
  const runs = new HelperRuns({ maxTokens });
  const host = stillHost();
  let [sessionCount, turns, ops] = [0, 0, 0];
  const application = new Application({
    archive,
    catalog: memoryCatalog(),
    pictures: memoryPictures(),
    agent: {
      backend,
      tools,
      crew,
      catalog: catalogOf([
        helperSource({
          book: { read: async () => helpers, known: () => helpers },
          runner: runs,
          digest: host.digest,
        }),
      ]),
      host,
      limits: { maxSteps: 20 },
    },
    helpers: { runs, list: async () => ({ helpers: [], problems: [], folder }) },
    models: {
      engine: stillEngine(),
      catalog: bareCatalog([]),
      discover: async () => ({ servers: [] }),
      browse: async () => ({ path: folder, folders: [], models: [], more: false }),
    },
    rules: {
      version: "0.0.0",
      mode: "ask",
      loadouts,
      workspaces: { closed: [], open: [], home: "/home/nobody" },
      playground: async () => folder,
      describeMachine: async () => "Machine: a test.",
      newSessionId: () => SessionId.parse(`s${String(++sessionCount).padStart(8, "0")}`),
      newTurnId: () => `t${++turns}`,
    },
    settings: () => [],
    settingsFile: "/home/ada/.config/kestrel/config.toml",
    notices: new Notices([]),
    command: "kestrel",
  });
  onTestFinished(() => application.close());
  const { sessions } = application;
  const { id } = await sessions.open({});
  return {
    application,
    id,
    /** Says something to the session that asks, and waits for its turn to end. */
    says: async (text: string) => {
      await sessions.apply(id, { type: "send-message", text, opId: `o${++ops}` });
      await (await sessions.get(id)).session.settled();
    },
    eventsOf: (of: SessionId): readonly SessionEvent[] => archive.stored(of),
    bodies: (of: SessionId) => archive.stored(of).map(({ body }) => body),
    children: async () => (await sessions.list()).filter(({ parent }) => parent?.sessionId === id),
  };
}

/** Gives a long text. */
function reading(): Tool {
  return fakeRead(() => "a line of the file\n".repeat(300));
}

export function writing(runs: unknown[] = []): Tool {
  return notingTool(runs, { name: "write", risk: "edit" });
}
