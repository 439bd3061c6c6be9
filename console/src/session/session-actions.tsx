import type { OpBody, SentImage } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/** What a reader may do from within the conversation. Absent when it only shows the past. */
export type SessionActions = {
  send(op: OpBody): Promise<void>;
  /** A picture of this session. Rejects when it is not there. */
  readImage(blob: string): Promise<SentImage>;
  /** To a new session that carries a summary of this one. */
  continueElsewhere(): void;
  /** The simple commands of this session's calls so far, as their words. */
  earlierCommands?(): (readonly string[])[];
  /** Where the engine page is. */
  engineAddress: string;
};

export const SessionActionsContext = createContext<SessionActions | undefined>(undefined);

export function useSessionActions(): SessionActions | undefined {
  return useContext(SessionActionsContext);
}
