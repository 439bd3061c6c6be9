import type { CapabilityCatalog } from "./capability-catalog.ts";
import type { Crew } from "./crew.ts";
import type { FileRestorer } from "./file-restorer.ts";
import type { Host } from "./host.ts";
import type { Jobs } from "./jobs.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import type { Library } from "./library.ts";
import type { Memory } from "./memory.ts";
import type { ModelBackend } from "./model-backend.ts";
import type { PermissionBook } from "./permission-book.ts";
import type { Pictures } from "./pictures.ts";
import type { NamedFiles, ProbableFiles } from "./probable-files.ts";
import type { GateHook, StageHooks, StopHook } from "./stage-hooks.ts";
import type { Tool } from "./tool.ts";
import type { TrainedTexts } from "./trained-texts.ts";

/** Limits of a session. */
export type Limits = {
  /** Most requests in one turn. */
  maxSteps: number;
  /** Approximate limit on thinking in one reply, after which the model is told to answer. Default 8,192 tokens. */
  reasoningTokens?: number;
};

/** Rules from outside the agent: the user's, a mode's, a reviewer's. */
type Hooks = {
  /** Runs when a turn is about to end as done. */
  stop?: StopHook;
  /** Runs for every call after the gate. */
  gate?: GateHook;
  /** Whether code checks the work in a folder after a turn: then no turn is prolonged for a check. */
  checked?(workspace: string): boolean;
  /** The user's hooks at the stages of a session. */
  stages?: StageHooks;
};

/** Counts the calls that ran early, and the milliseconds of waiting they saved. */
export type EarlyCallCount = { started(): void; used(savedMs: number): void };

/** The dependencies of an agent. Created once by the composition and passed on whole. */
export type AgentParts = {
  backend: ModelBackend;
  /** In their fixed order. */
  tools: readonly Tool[];
  /** The capabilities behind `use`; without it no session has that tool. */
  catalog?: CapabilityCatalog;
  /** Prompts and skills that the user calls by name; optional. */
  library?: Library;
  /** The other models; without it their jobs are skipped. */
  crew?: Crew;
  /** The user's facts; without it no message gets any. */
  memory?: Memory;
  host: Host;
  limits: Limits;
  /** Outputs that were too long to show. Without it only the model itself reads them. */
  outputs?: KeptOutputs;
  /** Finds the files that a message names; without it none is read before the model's first reply. */
  namedFiles?: NamedFiles;
  /** Finds the files that probably answer a question; without it none is named. */
  probableFiles?: ProbableFiles;
  /** Without it messages are text only. */
  images?: Pictures;
  /** Without it changes to files cannot be undone. */
  files?: FileRestorer;
  hooks?: Hooks;
  /** Counts read-only calls that run during the reply; without it none does. */
  earlyCalls?: EarlyCallCount;
  /** Background commands. */
  jobs?: Jobs;
  /** Whether compaction between turns is allowed now, before a turn needs it; without it only when the user asks. */
  mayCompactIdle?(): Promise<boolean>;
  /** Texts that models were trained on, by their name in a session. */
  texts?: Readonly<Record<string, TrainedTexts>>;
  /** The permission rules; without it there are none, and nothing is remembered beyond a session. */
  permissions?: PermissionBook;
};
