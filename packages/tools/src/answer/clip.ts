const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** At most `units` UTF-16 units from the start, never half a character. */
export function clipEnd(text: string, units: number): string {
  if (text.length <= units) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : Math.max(0, units));
}

/** At most `units` UTF-16 units from the end, never half a character. */
export function clipStart(text: string, units: number): string {
  if (text.length <= units) return text;
  const from = text.length - Math.max(0, units);
  return text.slice(isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from);
}
