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
  /** Columns of the terminal; without one nothing is cut. */
  columns?: number;
  home?: string;
};

/** What was found, a session and its places below it, and how to go there. */
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

/** In so many columns, what was looked for in bold. Cut before it is painted: the colours take no room. */
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
