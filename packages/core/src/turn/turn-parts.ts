import type { OpId } from "@kestrel/protocol";
import type { CallParts } from "../calls/call-parts.ts";
import type { ImageCache } from "../context/image-cache.ts";
import type { OutputDigests } from "../crew/output-digests.ts";
import type { LiveReply, ReasoningStop } from "./live-reply.ts";

/** The part of a live reply that the request to the model updates. */
export type LiveSpeech = Pick<LiveReply, "begin" | "text" | "reasoning" | "progress">;

/** A person's request to compact, and its op. */
export type CompactionWish = { matters?: string; opId?: OpId };

/** What a turn works with: the agent, and its session's parts. */
export type TurnParts = CallParts & {
  live: LiveSpeech;
  reasoningStop: Pick<ReasoningStop, "listen">;
  images: ImageCache;
  digests: OutputDigests;
  /** The compaction that a person requested meanwhile. Returned once. */
  takeCompactionWish(): CompactionWish | undefined;
};
