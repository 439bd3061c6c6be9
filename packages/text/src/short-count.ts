/** Rounded token counts: `884`, `1.2k`, `41k`. The same in every client. */
export function shortCount(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return `${tokens < 9950 ? (tokens / 1000).toFixed(1) : Math.round(tokens / 1000)}k`;
}

/** A window in tokens: `32k` for 32,768, since windows come in powers of two. */
export function shortWindow(tokens: number): string {
  return tokens % 1024 === 0 ? `${tokens / 1024}k` : shortCount(tokens);
}
