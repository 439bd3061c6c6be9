import type { OpBody, SentImage } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/** What a reader may do from within the conversation. Absent when it only shows the past. */
export type SessionActions = {
  send(op: OpBody): Promise<void>;
  /** A picture of this session. Rejects when it is not there. */
  readImage(blob: string): Promise<SentImage>;
  /** A new session that carries a summary of this one. */
  continueElsewhere(): Promise<void>;
  /** Where the engine page is. */
  engineAddress: string;
};

export const SessionActionsContext = createContext<SessionActions | undefined>(undefined);

export function useSessionActions(): SessionActions | undefined {
  return useContext(SessionActionsContext);
}
