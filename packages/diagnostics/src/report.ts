import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { hasCode, type ReportIds } from "@kestrel/core";

import type { DiagnosticLevel } from "@kestrel/protocol/api";

/** A report to the diagnostics of this process. */
export type Reported = {
  level: DiagnosticLevel;
  /** Absent when it is shown to no user. */
  id?: string;
  where: string;
  error: unknown;
  ids: ReportIds;
};

/** Node's channel for reports: delivers to the subscribers in this process, and does nothing without one. */
export const reports = channel("kestrel:report");

/** One error is one entry, however often it is rethrown. */
const known = new WeakMap<object, string>();

/**
 * Keeps an unexpected failure; see `Diagnostics` in core. Any package of the daemon calls it directly, so that a failure deep in an
 * adapter does not need a port handed through every function above it.
 */
export function report(where: string, error: unknown, ids: ReportIds = {}): string {
  const before = isObject(error) ? known.get(error) : undefined;
  if (before !== undefined) return before;
  const id = randomUUID().slice(0, 8);
  if (isObject(error)) known.set(error, id);
  publish({ level: "error", id, where, error, ids });
  return id;
}

/** Reports an error, unless it has a code and so was expected: then it is kept at the level `debug` alone. */
export function reportUnexpected(where: string, error: unknown, ids: ReportIds = {}): undefined {
  if (!hasCode(error)) report(where, error, ids);
  else publish({ level: "debug", where, error, ids });
}

/** Handles the rejection of work that can be done without: `undefined` in its place. What has no code is reported. */
export function passOver(where: string, ids?: ReportIds): (error: unknown) => undefined {
  return (error) => reportUnexpected(where, error, ids);
}

function publish(reported: Reported): void {
  reports.publish(reported);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
