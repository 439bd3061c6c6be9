import type { EventBody, EventType, OpAnswer, OpBody, Sampling, SessionEvent } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { AgentParts, EarlyCallCount } from "../src/ports/agent-parts.ts";
import type { CancelSignal } from "../src/ports/cancel-signal.ts";
import type { CapabilityCatalog } from "../src/ports/capability-catalog.ts";
import type { Crew } from "../src/ports/crew.ts";
import type { ReportIds } from "../src/ports/diagnostics.ts";
import type { FileRestorer } from "../src/ports/file-restorer.ts";
import type { Host } from "../src/ports/host.ts";
import type { KeptOutputs } from "../src/ports/kept-outputs.ts";
import type { Library } from "../src/ports/library.ts";
import type { PermissionBook } from "../src/ports/permission-book.ts";
import type { Pictures } from "../src/ports/pictures.ts";
import type { GateHook, StageHooks, StopHook } from "../src/ports/stage-hooks.ts";
import type { Tool } from "../src/ports/tool.ts";
import { openSession } from "../src/session/open-session.ts";
import type { Opening, Session } from "../src/session/session.ts";
import { bareOpening } from "./bare-opening.ts";
import { type MemoryEventLog, memoryEventLog } from "./memory-event-log.ts";
import { ScriptedBackend, type ScriptedReply } from "./scripted-backend.ts";

export type Given = {
  replies: readonly ScriptedReply[];
  tools?: readonly Tool[];
  window?: number;
  vision?: boolean;
  pictures?: Pictures;
  answerSchema?: boolean;
  begunReply?: boolean;
  traits?: ModelTraits;
  texts?: AgentParts["texts"];
  summaries?: readonly ScriptedReply[];
  compactsIdle?: boolean;
  endsReasoning?: boolean;
  maxSteps?: number;
  reasoningTokens?: number;
  stopHook?: StopHook;
  stages?: StageHooks;
  gate?: GateHook;
  earlyCalls?: EarlyCallCount;
  host?: Host;
  permissions?: PermissionBook;
  catalog?: CapabilityCatalog;
  library?: Library;
  /** Who stands beside the scripted model. */
  crew?: Crew;
  /** The loadout it stands under, with the seats of its crew. */
  under?: Opening["under"];
  /** Reads outputs that were too long to show. */
  outputs?: KeptOutputs;
  log?: MemoryEventLog;
  sampling?: Sampling;
  /** What a trusted folder says. */
  instructions?: Opening["instructions"];
  files?: FileRestorer;
  namedFiles?: AgentParts["namedFiles"];
  probableFiles?: AgentParts["probableFiles"];
  /** Where its tools work. */
  workspace?: string;
  memory?: AgentParts["memory"];
};

/** A session over a scripted model and a log in memory, with words for tests to tell its story in. */
export async function givenSession(given: Given): Promise<GivenSession> {
  const log = given.log ?? memoryEventLog();
  const backend = new ScriptedBackend(given.replies, given);
  const session = await openSession({
    log,
    agent: {
      backend,
      tools: given.tools ?? [],
      catalog: given.catalog,
      memory: given.memory,
      library: given.library,
      crew: given.crew,
      outputs: given.outputs,
      host: given.host ?? stillHost(),
      images: given.pictures,
      files: given.files,
      namedFiles: given.namedFiles,
      probableFiles: given.probableFiles,
      ...(given.compactsIdle ? { mayCompactIdle: async () => true } : {}),
      limits: {
        maxSteps: given.maxSteps ?? 40,
        reasoningTokens: given.reasoningTokens,
      },
      permissions: given.permissions,
      texts: given.texts,
      hooks: { stop: given.stopHook, gate: given.gate, stages: given.stages },
      earlyCalls: given.earlyCalls,
    },
    opening: {
      ...bareOpening,
      ...(given.workspace !== undefined && { workspace: given.workspace }),
      under: given.under,
      sampling: given.sampling,
      instructions: given.instructions,
      tools: given.traits?.tools,
      texts: given.traits?.texts,
    },
  });
  return new GivenSession(session, backend, log);
}

export class GivenSession {
  readonly session: Session;
  readonly backend: ScriptedBackend;
  readonly log: MemoryEventLog;
  readonly events: SessionEvent[] = [];
  #turns = 0;
  readonly #waiting: { type: EventType; after: number; resolve(body: EventBody): void }[] = [];

  constructor(session: Session, backend: ScriptedBackend, log: MemoryEventLog) {
    this.session = session;
    this.backend = backend;
    this.log = log;
    session.watch((news) => {
      if (news.kind !== "event") return;
      this.events.push(news.event);
      for (const waiter of this.#waiting.splice(0)) {
        if (waiter.type === news.event.body.type) waiter.resolve(news.event.body);
        else this.#waiting.push(waiter);
      }
    });
  }

  /** Sends a message and resolves when its turn has ended. */
  async says(text: string): Promise<void> {
    await this.does({ type: "send-message", text });
    await this.session.settled();
  }

  /** Asks for an op, by a name of its own unless the test gives it one. */
  does(op: OpBody, opId = `op-${this.session.state().lastSeq}-${this.#turns}`): Promise<OpAnswer> {
    this.#turns += 1;
    return this.session.apply({ ...op, opId }, `t${this.#turns}`);
  }

  /** The next event of this type, or the newest one when it has come already. */
  until<Type extends EventType>(type: Type): Promise<Extract<EventBody, { type: Type }>> {
    const seen = this.events.findLast((event) => event.body.type === type);
    if (seen) return Promise.resolve(seen.body as Extract<EventBody, { type: Type }>);
    return new Promise((resolve) => {
      this.#waiting.push({ type, after: 0, resolve: resolve as (body: EventBody) => void });
    });
  }

  /** The types of what happened since the session was opened, in order. */
  story(): EventType[] {
    return this.events.map(({ body }) => body.type);
  }

  bodies<Type extends EventType>(type: Type): Extract<EventBody, { type: Type }>[] {
    return this.events.flatMap(({ body }) =>
      body.type === type ? [body as Extract<EventBody, { type: Type }>] : [],
    );
  }
}

/** Longer waits are deadlines, and those never come here. */
const longestPause = 4_000;

/** A failure that was reported, and the id that the person was shown. */
export type ReportedFailure = { id: string; where: string; error: unknown; ids: ReportIds };

/** It remembers what was reported to it. */
export interface StillHost extends Host {
  readonly reports: readonly ReportedFailure[];
}

/** A host whose clock stands still and whose digests are readable: pauses take no time, deadlines never come. */
export function stillHost(): StillHost {
  const reports: ReportedFailure[] = [];
  return {
    reports,
    report: (where, error, ids = {}) => {
      const id = (reports.length + 1).toString(16).padStart(8, "0");
      reports.push({ id, where, error, ids });
      return id;
    },
    now: () => 0,
    digest: fingerprint,
    wait: (ms, cancel) => (ms <= longestPause || cancel.aborted ? Promise.resolve() : aborted(cancel)),
  };
}

/** A still host on which the one deadline of so many milliseconds comes: at once, or when `comes` does. */
export function deadlineHost(ms: number, comes: Promise<void> = Promise.resolve()): Host {
  const still = stillHost();
  return { ...still, wait: (wanted, cancel) => (wanted === ms ? comes : still.wait(wanted, cancel)) };
}

function aborted(cancel: CancelSignal): Promise<void> {
  return new Promise((resolve) => cancel.addEventListener("abort", resolve, { once: true }));
}

/** FNV-1a, 32 bits: enough to tell test data apart. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
