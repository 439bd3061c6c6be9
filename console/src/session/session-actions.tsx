import type { OpBody, SentImage, SessionId, TurnId } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/** Undo, retry and edit. Without a turn they apply to the last message. A refusal is shown above the input, and the call rejects. */
export type HistoryActions = {
  /** Opens the undo panel, with files and messages from that message on. */
  takeBack(turn?: TurnId): void;
  /** Redoes the last undo. */
  redo(): Promise<void>;
  /** Sends the same message again. When more than the answer would be removed, a preview comes first. */
  regenerate(turn?: TurnId): Promise<void>;
  /** Puts the message into the input, to be sent in its place. `files`: sending also undoes later file changes. */
  edit(turn?: TurnId, files?: boolean): void;
  /** Continues a truncated reply. */
  continueAnswer(): Promise<void>;
  /** Opens a new session with the messages before this one and its text in the input. `keepsMessage`: includes its turn. */
  fork(turn?: TurnId, keepsMessage?: true): Promise<void>;
};

/** What the reader can do from within the conversation. Absent in a replay. */
export type SessionActions = {
  send(op: OpBody): Promise<void>;
  /** An image of this session. Rejects when it is missing. */
  readImage(blob: string): Promise<SentImage>;
  /** Opens a new session that carries a summary of this one. */
  continueElsewhere(): void;
  /** The simple commands of this session's calls so far, split into words. */
  earlierCommands?(): (readonly string[])[];
  /** Absent before the first message. */
  history?: HistoryActions;
  /** The address of another session; absent before this one has begun. */
  sessionAddress?(id: SessionId): string;
  /** The address of the Models page. */
  engineAddress: string;
};

export const SessionActionsContext = createContext<SessionActions | undefined>(undefined);

export function useSessionActions(): SessionActions | undefined {
  return useContext(SessionActionsContext);
}
