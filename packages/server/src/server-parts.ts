import type {
  Engine,
  Host,
  Limits,
  ModelBackend,
  ModelShelf,
  Pictures,
  SessionArchive,
  SessionCatalog,
  StopHook,
  Tool,
} from "@kestrel/core";
import type { DaemonStatus, Discovery, Mode, SessionId, Setting, TurnId } from "@kestrel/protocol";

/** Everything the daemon's HTTP side works with; put together by the composition. */
export type ServerParts = {
  /** 0 for a free one. The address is always 127.0.0.1. */
  port: number;
  /** 256 random bits, hex; whoever has it may do everything. */
  token: string;
  version: string;
  archive: SessionArchive;
  catalog: SessionCatalog;
  engine: Engine;
  backend: ModelBackend;
  models: ModelShelf;
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
  /** Folders no session may be opened in, such as Kestrel's own data. */
  forbiddenFolders: readonly string[];
  describeMachine(workspace: string): Promise<string>;
  settings(): readonly Setting[];
  notices(): Promise<DaemonStatus["notices"]>;
  newSessionId(): SessionId;
  newTurnId(): TurnId;
};
