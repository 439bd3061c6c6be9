import type {
  Engine,
  Host,
  Limits,
  ModelBackend,
  ModelCatalog,
  Pictures,
  SessionArchive,
  SessionCatalog,
  StopHook,
  Tool,
} from "@kestrel/core";
import type { DaemonStatus, Discovery, Mode, SessionId, Setting, TurnId } from "@kestrel/protocol";
import type { WorkspaceRules } from "./sessions/resolve-workspace.ts";

/** The browsers that logged in. Their tokens outlive the daemon, until they are forgotten. */
export type Devices = {
  /** A new browser's token, 256 random bits. */
  admit(): Promise<string>;
  knows(token: string): boolean;
  /** Forgets all of them; how many there were. */
  forget(): Promise<number>;
};

/** Everything the daemon's HTTP side works with; put together by the composition. */
export type ServerParts = {
  /** 0 for a free one. The address is always 127.0.0.1. */
  port: number;
  /** Where nobody named the port: another one, when that is taken. */
  anotherPort?(): Promise<number>;
  /** 256 random bits, hex; whoever has it may do everything. */
  token: string;
  devices: Devices;
  version: string;
  /** What a person types in a terminal to reach this program. */
  command: string;
  /** Ends the daemon, soon: the answer still leaves. */
  stop(): void;
  archive: SessionArchive;
  catalog: SessionCatalog;
  engine: Engine;
  backend: ModelBackend;
  models: ModelCatalog;
  /** Servers and engines of this machine, looked for anew. */
  discover(): Promise<Discovery>;
  tools: readonly Tool[];
  host: Host;
  pictures: Pictures;
  limits: Limits;
  /** A rule of the user's own about when a turn is done. */
  stopHook?: StopHook;
  mode: Mode;
  /** Words that stand before the system text of every new session. */
  persona?: string;
  /** The built console; without it only the API answers. */
  consoleFolder?: string;
  /** Folder of the sample project, made when it is first needed. */
  playground(): Promise<string>;
  /** Which folders a session may live in. */
  workspaces: WorkspaceRules;
  describeMachine(workspace: string): Promise<string>;
  settings(): readonly Setting[];
  notices(): Promise<DaemonStatus["notices"]>;
  newSessionId(): SessionId;
  newTurnId(): TurnId;
};
