import type { SessionId } from "@kestrel/protocol";
import type { FoundPlace, SearchAnswer } from "@kestrel/protocol/api";

/** A `SearchAnswer` without the sessions' summaries. */
export type Found = Omit<SearchAnswer, "found"> & {
  found: readonly { id: SessionId; places: FoundPlace[] }[];
};

/** Finds words in the logs of all sessions that are not put aside. Implemented by `@kestrel/store`. */
export interface SessionSearch {
  /** Waits only briefly for an index that is being made. */
  search(words: string): Promise<Found>;
  /** The words of this session are in no file of the index from here on; called when it is put aside. */
  forget(id: SessionId): Promise<void>;
  close(): Promise<void>;
}
