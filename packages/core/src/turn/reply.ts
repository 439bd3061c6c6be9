import type { Failure, FinishReason, OpId, ReplyCut, Usage } from "@kestrel/protocol";

/** A call as the model wrote it; not judged yet. */
export type SpokenCall = { name: string; arguments: string };

/** One complete reply. */
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
  /** It was ended after its calls. */
  afterCall?: boolean;
  /** `text` differs from the streamed text: some of it was removed. */
  retold?: boolean;
  /** The user's op that ended its thinking. */
  opId?: OpId;
};
