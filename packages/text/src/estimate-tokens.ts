/**
 * Roughly how many tokens a text has: a quarter of its narrow characters plus nine tenths of its wide ones (CJK and
 * beyond). An estimate: whoever shows it marks it with `~`.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateShare(text));
}

/** The same for a piece of a text, not rounded: the shares of all pieces add up to the whole. */
export function estimateShare(text: string): number {
  // A program that has just started looks at letter after letter for longer than the machine's own search takes for all of them.
  if (!anyWide.test(text)) return text.length / 4;
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) wide++;
  return (text.length - wide) / 4 + wide * 0.9;
}

const anyWide = /[\u2e80-\uffff]/;

/**
 * About how many tokens a template writes around one message (ChatML: start, role, two newlines, end), one call and one tool;
 * and what a picture costs: models that see spend between 256 and some thousands on one, by its size.
 */
export const around = { message: 5, call: 12, tool: 8, picture: 1_000 } as const;
