import type { OpId } from "@kestrel/protocol";
import type { CallParts } from "../calls/call-parts.ts";
import type { ImageCache } from "../context/image-cache.ts";
import type { OutputDigests } from "../crew/output-digests.ts";
import type { LiveReply } from "./live-reply.ts";
import type { ReasoningStop } from "./reasoning-stop.ts";

/** The part of a live reply that whoever asks a model tells. */
export type LiveSpeech = Pick<LiveReply, "begin" | "text" | "reasoning" | "progress">;

/** A person wants room to be made, and by which op. */
export type CompactionWish = { matters?: string; opId?: OpId };

/** What a turn works with: the agent, and what it needs of the session it runs in. */
export type TurnParts = CallParts & {
  live: LiveSpeech;
  reasoningStop: Pick<ReasoningStop, "listen">;
  images: ImageCache;
  digests: OutputDigests;
  /** What a person asked for meanwhile, once. */
  takeCompactionWish(): CompactionWish | undefined;
};
