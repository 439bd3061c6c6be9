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
import { fakeRead, memoryArchive, notingTool, stillHost } from "@kestrel/core/testing";
import type { SessionEvent, SessionId } from "@kestrel/protocol";
import { HelperRuns } from "../../src/index.ts";
import { givenApplication } from "../given-application.ts";

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
  const archive = memoryArchive();
  const runs = new HelperRuns({ maxTokens });
  const host = stillHost();
  let ops = 0;
  const { application } = await givenApplication({
    archive,
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
    helpers: { runs, list: async () => ({ helpers: [], problems: [], folder: "" }) },
    rules: { loadouts },
  });
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
