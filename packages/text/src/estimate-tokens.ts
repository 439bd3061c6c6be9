/**
 * Estimated tokens of a text: a quarter of its narrow characters plus nine tenths of its wide ones (CJK and beyond). Displays mark it with
 * `~`.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateShare(text));
}

/** The unrounded estimate for a part of a text: the parts add up to the whole. */
export function estimateShare(text: string): number {
  // In a program that just started, a loop over characters is slower than the engine's native search.
  if (!anyWide.test(text)) return text.length / 4;
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) wide++;
  return (text.length - wide) / 4 + wide * 0.9;
}

const anyWide = /[\u2e80-\uffff]/;

/**
 * Estimated template tokens around one message (ChatML: start, role, two newlines, end), one call and one tool; and the cost of a picture:
 * vision models use between 256 and some thousands for one, by its size.
 */
export const around = { message: 5, call: 12, tool: 8, picture: 1_000 } as const;
