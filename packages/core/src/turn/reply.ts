import type { Failure, FinishReason, OpId, ReplyCut, Usage } from "@kestrel/protocol";

/** A call as the model wrote it; not yet judged. */
export type SpokenCall = { name: string; arguments: string };

/** One reply, whole. */
export type Reply = {
  step: number;
  text: string;
  reasoning: string;
  calls: readonly SpokenCall[];
  finish: FinishReason;
  usage?: Usage;
  reasoningMs?: number;
  failure?: Failure;
  /** A guard ended it. */
  cut?: ReplyCut;
  /** Was ended behind its calls. */
  afterCall?: boolean;
  /** `text` is not what was spoken piece by piece: some of it was taken back. */
  retold?: boolean;
  /** The person asked for its thinking to end. */
  opId?: OpId;
};
