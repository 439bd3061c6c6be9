import type { ToolEntry } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { whyFailed } from "../session-lines/crew-lines.ts";
import { paintLine, rowsOfLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";
import type { Ink } from "../terminal/to-terminal.ts";

/** A reason has at most 280 UTF-16 units: in 80 columns these rows fit it and its author. The rest is in the log. */
const mostRows = 5;

/** Longest name of the reviewing model, which its server chooses: the verdict follows it. UTF-16 units. */
const longestName = 60;

const inks = { fits: "dim", doubtful: "yellow", dangerous: "red" } as const satisfies Record<string, Ink>;

type Look = { say: Say; paint: Paint; columns: number };

/** Rows reserved for a running review, so that the text above stays on the screen when it arrives. */
export function rowsForReview({ approval, review }: ToolEntry): number {
  return approval?.reviewer !== undefined && !review ? mostRows : 0;
}

/** A review's result, quoted; that it still runs; or nothing when the user was not asked. */
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
