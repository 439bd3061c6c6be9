import type { FoundPlace, FoundSession, SearchAnswer } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { Paint } from "../terminal/style.ts";
import { widthOf } from "../terminal/width.ts";
import { sessionTable } from "./session-table.ts";

type Look = {
  say: Say;
  paint: Paint;
  /** Columns of the terminal; nothing is cut without it. */
  columns?: number;
  home?: string;
};

/** Search results: each session with its matches, and how to open it. */
export function foundLines({ found, searched, of, indexed }: SearchAnswer, look: Look): string[] {
  const { say } = look;
  const lines = found.flatMap((one) => [...sessionLines(one, look), ""]);
  if (found.length === 0) lines.push(say("search.none"));
  else lines.push(say("search.how"));
  if (searched < of) lines.push(say(indexed ? "search.stillReading" : "search.onlyNewest", { searched, of }));
  return lines;
}

function sessionLines({ session, places }: FoundSession, look: Look): string[] {
  const rows = alignColumns(places.map(({ kind }) => [`  ${look.say(`search.${kind}`)}`, "|"]));
  return [
    ...sessionTable([session], look),
    ...places.map(({ snippet }, at) => {
      const label = (rows[at] ?? "").slice(0, -1);
      return (
        label + snippetLine(snippet, (look.columns ?? Number.POSITIVE_INFINITY) - widthOf(label), look.paint)
      );
    }),
  ];
}

/** A snippet in at most `columns` columns, matches in bold. Cut before it is painted: colours take no columns. */
function snippetLine(snippet: FoundPlace["snippet"], columns: number, paint: Paint): string {
  let room = columns;
  let line = "";
  for (const { text, hit } of snippet) {
    if (room <= 0) break;
    const part = cutToWidth(oneLine(text), room);
    room -= widthOf(part);
    line += hit ? paint("bold", part) : part;
  }
  return line;
}
