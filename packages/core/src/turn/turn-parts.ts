import type { OpId, Progress, TurnId } from "@kestrel/protocol";
import type { CallParts } from "../calls/call-parts.ts";
import type { ImageCache } from "../context/image-cache.ts";
import type { OutputDigests } from "../crew/output-digests.ts";

/** Where a reply is told live, while it is spoken. */
export interface LiveSpeech {
  /** A new reply begins; offsets count from here. */
  begin(turnId: TurnId, step: number): void;
  text(delta: string): void;
  /** `insteadOfText`: the text until now was this thinking, and is taken back. */
  reasoning(delta: string, insteadOfText?: true): void;
  progress(progress: Progress): void;
}

/** How the person hurries a reply that thinks. */
interface ThoughtStop {
  listen(listener: (opId: OpId) => boolean): () => void;
}

/** A person wants room to be made, and by which op. */
export type CompactionWish = { matters?: string; opId?: OpId };

/** What a turn works with: the agent, and what it needs of the session it runs in. */
export type TurnParts = CallParts & {
  live: LiveSpeech;
  reasoningStop: ThoughtStop;
  images: ImageCache;
  digests: OutputDigests;
  /** What a person asked for meanwhile, once. */
  takeCompactionWish(): CompactionWish | undefined;
};
