import type { LoadoutBook } from "@kestrel/core";
import type { Mode, SessionId, TurnId } from "@kestrel/protocol";
import type { WorkspaceRules } from "./resolve-workspace.ts";

/** The initial state of every new session, and its allowed folders. */
export type SessionRules = {
  version: string;
  mode: Mode;
  /** Snapshots are taken around commands. */
  snapshots?: boolean;
  /** What a session may be composed by; without it there is nothing of the kind. */
  loadouts?: LoadoutBook;
  /** The folders a session may use. */
  workspaces: WorkspaceRules;
  /** Folder of the sample project, made when it is first needed. */
  playground(): Promise<string>;
  /** The folder of sessions without one, made when it is first needed. */
  noFolder(): Promise<string>;
  /** `listing`: how the folder is listed. */
  describeMachine(workspace: string, listing: "line" | "tree"): Promise<string>;
  /** So long a session rests before it leaves memory; without it five minutes. */
  unloadAfterMs?: number;
  newSessionId(): SessionId;
  newTurnId(): TurnId;
};
