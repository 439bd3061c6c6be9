import type { CapabilityCatalog } from "./capability-catalog.ts";
import type { Crew } from "./crew.ts";
import type { FileRestorer } from "./file-restorer.ts";
import type { GateHook } from "./gate-hook.ts";
import type { Host } from "./host.ts";
import type { Jobs } from "./jobs.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import type { Library } from "./library.ts";
import type { Memory } from "./memory.ts";
import type { ModelBackend } from "./model-backend.ts";
import type { NamedFiles } from "./named-files.ts";
import type { PermissionBook } from "./permission-book.ts";
import type { Pictures } from "./pictures.ts";
import type { ProbableFiles } from "./probable-files.ts";
import type { StageHooks } from "./stage-hooks.ts";
import type { StopHook } from "./stop-hook.ts";
import type { Tool } from "./tool.ts";
import type { TrainedTexts } from "./trained-texts.ts";

/** Numbers a session keeps to. */
export type Limits = {
  /** Requests in one turn before it stops by itself. */
  maxSteps: number;
  /** About so many tokens of thinking in one reply; then the model is told to answer. Default 8,192. */
  reasoningTokens?: number;
};

/** Rules that are not the agent's own: the user's, a mode's, a critic's. */
export type Hooks = {
  /** Asked when a turn wants to end well. */
  stop?: StopHook;
  /** Asked about every call behind the gate. */
  gate?: GateHook;
  /** Whether code checks the work in a folder when a turn is over: then no turn is held back to be checked. */
  checked?(workspace: string): boolean;
  /** The user's own, asked at the stages of a session. */
  stages?: StageHooks;
};

/** Who counts the calls that ran early, and the milliseconds of waiting that were saved for them. */
export type EarlyCallCount = { started(): void; used(savedMs: number): void };

/** Everything an agent works with. Made once by the composition and handed on whole; what uses a part takes it from here. */
export type AgentParts = {
  backend: ModelBackend;
  /** In their fixed order. */
  tools: readonly Tool[];
  /** What is reached through `use`; without it no session has that tool. */
  catalog?: CapabilityCatalog;
  /** What a person calls by its name; without it there is nothing of the kind. */
  library?: Library;
  /** Models beside the one that speaks; without it every piece of work has its way without them. */
  crew?: Crew;
  /** What the person asked to be remembered; without it no message is given anything. */
  memory?: Memory;
  host: Host;
  limits: Limits;
  /** Outputs that were too long to show. Without it only the model itself reads them. */
  outputs?: KeptOutputs;
  /** Finds the files that a message names; without it none is read before the model speaks. */
  namedFiles?: NamedFiles;
  /** Finds the files that probably answer a question; without it none is named. */
  probableFiles?: ProbableFiles;
  /** Without it messages have words only. */
  images?: Pictures;
  /** Without it changes to files cannot be taken back. */
  files?: FileRestorer;
  hooks?: Hooks;
  /** Calls that only read run while the reply is still spoken, and are counted here; without it none does. */
  earlyCalls?: EarlyCallCount;
  /** Commands that go on beside the turns. */
  jobs?: Jobs;
  /** Whether room may be made between turns now, before a turn needs it; without it never, but for a person who asks. */
  mayCompactIdle?(): Promise<boolean>;
  /** Texts that models were trained on, by the name that a session has of them. */
  texts?: Readonly<Record<string, TrainedTexts>>;
  /** The rules that stand beside the mode; without it there are none, and nothing is remembered beyond a session. */
  permissions?: PermissionBook;
};
