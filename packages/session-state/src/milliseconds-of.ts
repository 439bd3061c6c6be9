/** A time of the log (ISO 8601) in milliseconds, for differences. */
export function millisecondsOf(time: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a text, no clock
  return Date.parse(time);
}
