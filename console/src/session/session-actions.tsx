import type { OpBody, SentImage, SessionId, TurnId } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/**
 * Going back. A turn names its message; none: the last one. A refusal is shown above the input, and the call rejects.
 */
export type HistoryActions = {
  /** Opens what can be taken back, files and messages, from that message on. */
  takeBack(turn?: TurnId): void;
  /** Brings back what was taken back last. */
  redo(): Promise<void>;
  /** Sends the same message again. When more than the answer would be removed, a preview comes first. */
  regenerate(turn?: TurnId): Promise<void>;
  /** Puts the message into the input, to be sent in its place. `files`: sending also undoes later file changes. */
  edit(turn?: TurnId, files?: boolean): void;
  /** Has a cut answer go on. */
  continueAnswer(): Promise<void>;
  /** Opens a new session with the messages before this one and its text in the input. `keepsMessage`: includes its turn. */
  fork(turn?: TurnId, keepsMessage?: true): Promise<void>;
};

/** What a reader may do from within the conversation. Absent when it only shows the past. */
export type SessionActions = {
  send(op: OpBody): Promise<void>;
  /** A picture of this session. Rejects when it is not there. */
  readImage(blob: string): Promise<SentImage>;
  /** To a new session that carries a summary of this one. */
  continueElsewhere(): void;
  /** The simple commands of this session's calls so far, as their words. */
  earlierCommands?(): (readonly string[])[];
  /** Absent where nothing was said yet. */
  history?: HistoryActions;
  /** Where another session is; absent while this one has not begun. */
  sessionAddress?(id: SessionId): string;
  /** Where the engine page is. */
  engineAddress: string;
};

export const SessionActionsContext = createContext<SessionActions | undefined>(undefined);

export function useSessionActions(): SessionActions | undefined {
  return useContext(SessionActionsContext);
}
