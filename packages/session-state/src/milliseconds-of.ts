/** A time of the log (ISO 8601) in milliseconds, to be subtracted from another one. */
export function millisecondsOf(time: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a text, no clock
  return Date.parse(time);
}
