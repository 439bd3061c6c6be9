import type { Op, SentImage } from "@kestrel/protocol";
import { createContext, useContext } from "react";

/** What a reader may do from within the conversation. Absent when it only shows the past. */
export type TranscriptActions = {
  send(op: Op): Promise<void>;
  /** A picture of this session. Rejects when it is not there. */
  readImage(blob: string): Promise<SentImage>;
  /** A new session that carries a summary of this one. */
  continueElsewhere(): Promise<void>;
  /** Where the engine page is. */
  engineAddress: string;
};

export const TranscriptActionsContext = createContext<TranscriptActions | undefined>(undefined);

export function useTranscriptActions(): TranscriptActions | undefined {
  return useContext(TranscriptActionsContext);
}
