import type { ToolEntry } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { whyFailed } from "../session-lines/crew-lines.ts";
import { paintLine, rowsOfLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";
import type { Ink } from "../terminal/to-terminal.ts";

/** A reason is 280 UTF-16 units at most: in 80 columns these rows hold it, and whose it is. The rest is in the log. */
const mostRows = 5;

/** UTF-16 units of the other model's name, which is its server's word: the verdict stands behind it. */
const longestName = 60;

const inks = { fits: "dim", doubtful: "yellow", dangerous: "red" } as const satisfies Record<string, Ink>;

type Look = { say: Say; paint: Paint; columns: number };

/** Rows that stay free for a second look that is still under way, so that what is read above does not leave the screen when it joins. */
export function rowsForReview({ approval, review }: ToolEntry): number {
  return approval?.reviewer !== undefined && !review ? mostRows : 0;
}

/** What another model makes of the call, as its own words in quotes; that it still looks; nothing where the person was not asked. */
export function reviewRows({ approval, review }: ToolEntry, { say, paint, columns }: Look): string[] {
  if (approval?.reviewer === undefined) return [];
  const by = say("review.by", { model: visibleName(approval.reviewer).slice(0, longestName) });
  const { verdict, outcome, failure } = review ?? {};
  const said = verdict
    ? `${say(`review.${verdict.verdict}`)} – “${visibleName(verdict.reason)}”`
    : outcome === "failed"
      ? say("review.failed", { why: failure && whyFailed(failure, say) })
      : say(review ? "review.none" : "review.under-way");
  const ink = verdict ? inks[verdict.verdict] : "dim";
  const rows = rowsOfLine({ text: `${by}: ${said}`, ink }, columns);
  const shown = rows.slice(0, mostRows);
  const last = shown.at(-1);
  if (last && rows.length > mostRows) shown[mostRows - 1] = { ...last, text: `${last.text.slice(0, -2)}…` };
  return shown.map((row) => paintLine(row, paint));
}
