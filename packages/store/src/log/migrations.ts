/** One event of a log as it stands there, in the words of the next version. Pure; what it does not know it gives back. */
type Migration = (event: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** From version n to n + 1, by n. */
export type Migrations = Readonly<Record<number, Migration>>;

/** The version in which events are written. A new one comes with the migration to it. */
export const logVersion = 1;

/** None yet: version 1 is all that was ever written. */
export const migrations: Migrations = {};

/** An event in today's words; undefined where it is in them already, or nothing leads there. */
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
