import type { RemovedSession, SessionSummary } from "@kestrel/protocol";
import { nestedSessions } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";
import { widthOf } from "../terminal/width.ts";
import { localTime } from "./local-time.ts";
import { shownFolder } from "./shown-folder.ts";

type Look = {
  say: Say;
  /** Columns of the terminal; nothing is cut without it. */
  columns?: number;
  home?: string;
};

/** Sessions as rows: id, time, folder, state, title and marks; subagents below their parent session. */
export function sessionTable(sessions: readonly SessionSummary[], look: Look): string[] {
  const { say } = look;
  return table(
    nestedSessions(sessions).map(({ session, nested }) => [
      session.id,
      localTime(session.changedAt),
      shownFolder(session.workspace, look.home),
      say(`attention.${session.attention}`),
      `${nested ? `└ ${session.parent?.helper}: ` : ""}${marksOf(session)}${titleOf(session, look)}`,
    ]),
    look,
  );
}

/** Titles are never cut shorter. Columns. */
const shortestTitle = 20;

/** Sessions of one folder as rows: title, then time, state and id as far as they fit. */
export function titleTable(sessions: readonly SessionSummary[], look: Look): string[] {
  const { say, columns = 120 } = look;
  const rest = alignColumns(
    sessions.map(({ changedAt, attention, id }) => [localTime(changedAt), say(`attention.${attention}`), id]),
  );
  const room = columns - Math.max(0, ...rest.map(widthOf)) - 2;
  const titles = sessions.map((session) =>
    cutToWidth(marksOf(session) + titleOf(session, look), Math.max(Math.min(shortestTitle, columns), room)),
  );
  return table(
    titles.map((title, at) => [title, rest[at] ?? ""]),
    { ...look, columns },
  );
}

/** Sessions in the trash as rows: id, time of removal, folder, title. */
export function removedTable(removed: readonly RemovedSession[], look: Look): string[] {
  return table(
    removed.map(({ session, removedAt }) => [
      session.id,
      localTime(removedAt),
      shownFolder(session.workspace, look.home),
      titleOf(session, look),
    ]),
    look,
  );
}

function table(rows: string[][], { columns }: Look): string[] {
  const lines = alignColumns(rows);
  return columns === undefined ? lines : lines.map((line) => cutToWidth(line, columns));
}

const marksOf = ({ marks }: SessionSummary) =>
  [...(marks?.pinned ? ["★"] : []), ...(marks?.tags ?? []).map((tag) => `#${oneLine(tag)}`), ""].join(" ");

const titleOf = ({ title, origin }: SessionSummary, { say }: Look) =>
  `${origin ? `${origin.channel}: ` : ""}${oneLine(title === "" ? say("sessions.untitled") : title)}`;
