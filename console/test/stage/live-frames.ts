import type { Frame } from "@kestrel/protocol";

/** A long prompt is being read. */
export const readingFiles: Frame[] = [
  {
    type: "progress",
    turnId: "t1",
    step: 1,
    progress: { phase: "prompt", processed: 12_400, total: 41_000, cached: 0, elapsedMs: 32_500 },
  },
];

/** The model thinks and has said nothing yet. */
export const thinkingAboutIt: Frame[] = [
  {
    type: "reasoning",
    turnId: "t1",
    step: 1,
    offset: 0,
    delta:
      "The folder has eleven files. I could read them all, or first the index. Perhaps the index is enough. ",
  },
  { type: "progress", turnId: "t1", step: 1, progress: { phase: "reasoning" } },
];
