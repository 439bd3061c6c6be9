import { diagnosticsHere } from "@kestrel/app/diagnostics";
import { visibleName } from "@kestrel/text";
import type { Finding } from "./finding.ts";

/** Age up to which failures are reported. Milliseconds: a week. */
const recentMs = 7 * 24 * 3_600_000;

const mostShown = 3;

/** The newest internal failures, each with the command that shows its stack. */
export async function checkLog(now = Date.now()): Promise<Finding[]> {
  const entries = await diagnosticsHere().entries(1_000);
  const recent = entries.filter(
    ({ level, time }) => (level === "error" || level === "fatal") && now - Date.parse(time) < recentMs,
  );
  if (recent.length === 0) return [{ level: "ok", sentence: "doctor.log.ok" }];
  return recent.slice(-mostShown).map(({ id, time, where, message }): Finding => {
    const facts = { time, where: visibleName(where), message: visibleName(message.slice(0, 200)) };
    const fix = id === undefined ? "kestrel logs" : `kestrel logs ${id}`;
    return { level: "warn", sentence: "doctor.log.warn", facts, fix };
  });
}
