/** Tokens that wrap each message in a model's template, about. */
const perMessage = 4;

/** About how many tokens a text has: a word part per four Latin letters, one per other letter. Always shown with `~`. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x2e80) wide++;
  return Math.ceil((text.length - wide) / 4 + wide) + perMessage;
}
