import type { SessionSummary } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";

type Look = {
  say: Say;
  /** Columns of the terminal; without one nothing is cut. */
  columns?: number;
  home?: string;
};

/** Sessions as rows: id, when, folder, state, title. */
export function sessionTable(sessions: readonly SessionSummary[], { say, columns, home }: Look): string[] {
  const rows = sessions.map(({ id, changedAt, workspace, attention, title }) => [
    id,
    localTime(changedAt),
    oneLine(home && workspace.startsWith(`${home}/`) ? `~${workspace.slice(home.length)}` : workspace),
    say(`attention.${attention}`),
    oneLine(title === "" ? say("sessions.untitled") : title),
  ]);
  const lines = alignColumns(rows);
  return columns === undefined ? lines : lines.map((line) => cutToWidth(line, columns));
}

/** `2026-11-20 09:41` where this terminal is. */
function localTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
