/** Converts one stored event to the next version. Pure; returns unknown events unchanged. */
type Migration = (event: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** From version n to n + 1, by n. */
export type Migrations = Readonly<Record<number, Migration>>;

/** The version in which events are written. A new one comes with the migration to it. */
export const logVersion = 1;

/** None yet: version 1 is the only version so far. */
export const migrations: Migrations = {};

/** An event in the current version; undefined when it is already current, or no migration applies. */
export function migrateEvent(
  event: Readonly<Record<string, unknown>>,
  known: Migrations,
): Record<string, unknown> | undefined {
  let { v } = event;
  if (typeof v !== "number" || v >= logVersion) return undefined;
  let now = event;
  for (; v < logVersion; v++) {
    const next = known[v];
    if (!next) return undefined;
    now = next(now);
  }
  return { ...now, v: logVersion };
}
