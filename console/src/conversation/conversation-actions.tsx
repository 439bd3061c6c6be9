import type { Op, SentImage } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/** What a reader may do from within the conversation. Absent when it only shows the past. */
export type ConversationActions = {
  send(op: Op): Promise<void>;
  /** A picture of this session. Rejects when it is not there. */
  readImage(blob: string): Promise<SentImage>;
  /** A new session that carries a summary of this one. */
  continueElsewhere(): Promise<void>;
  /** Where the engine page is. */
  engineAddress: string;
};

export const ConversationActionsContext = createContext<ConversationActions | undefined>(undefined);

export function useConversationActions(): ConversationActions | undefined {
  return useContext(ConversationActionsContext);
}
