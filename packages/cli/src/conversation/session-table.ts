import type { SessionSummary } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { widthOf } from "../terminal/width.ts";
import { visible } from "./visible.ts";

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
    visible(home && workspace.startsWith(`${home}/`) ? `~${workspace.slice(home.length)}` : workspace),
    say(`attention.${attention}`),
    visible(title === "" ? say("sessions.untitled") : title),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ""))));
  return rows.map((row) => {
    const line = row
      .map((cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
      .join("  ");
    return columns === undefined ? line.trimEnd() : cutToWidth(line.trimEnd(), columns);
  });
}

/** `2026-11-20 09:41` where this terminal is. */
function localTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
