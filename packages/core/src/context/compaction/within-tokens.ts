import { estimateTokens } from "@kestrel/text";

/** A text that takes at most about so many tokens: beginning and end, where it is longer. */
export function withinTokens(text: string, tokens: number): string {
  const whole = estimateTokens(text);
  if (whole <= tokens) return text;
  const units = Math.max(16, Math.floor((text.length * tokens) / whole) - 8);
  const head = Math.ceil(units * 0.7);
  const [beginning, end] = [text.slice(0, head), text.slice(text.length - (units - head))];
  return `${beginning.replace(halfAtEnd, "").trimEnd()} […] ${end.replace(halfAtStart, "").trimStart()}`;
}

/** Half a character, which many servers refuse. */
const halfAtEnd = /[\ud800-\udbff]$/;
const halfAtStart = /^[\udc00-\udfff]/;

/** As many of the newest lines as fit, in their order; counts the omitted ones. */
export function newestWithin(lines: readonly string[], tokens: number): string[] {
  const kept: string[] = [];
  let left = tokens;
  for (const line of lines.toReversed()) {
    const cost = estimateTokens(line) + 1;
    if (cost > left) break;
    left -= cost;
    kept.unshift(line);
  }
  const missing = lines.length - kept.length;
  return missing > 0 && kept.length > 0 ? [`(${missing} earlier left out)`, ...kept] : kept;
}
