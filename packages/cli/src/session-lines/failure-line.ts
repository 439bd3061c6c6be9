import { UsageError } from "../arguments.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";

/** A failure and, when known, its remedy. */
export function failureLine(error: unknown, say: Say, paint: Paint): string {
  if (error instanceof UsageError) return paint("red", error.message);
  const { code, params } = failureOf(error);
  return paint("red", say(`error.${code}`, params));
}
