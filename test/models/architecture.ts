/** Full attention, sliding-window attention, or short convolutions between attention layers. */
export type Architecture = "llama" | "gemma3" | "lfm2";

/** Tokens that a sliding layer sees. */
export const slidingWindow = 128;

/** Tokens that a convolution reaches over. */
export const convolutionSpan = 3;
