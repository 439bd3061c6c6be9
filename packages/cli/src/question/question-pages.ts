import type { ToolEntry } from "@kestrel/session-state";
import { visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { describeCall, restOfCall } from "../session-lines/describe-call.ts";
import { diffLines } from "../session-lines/diff-lines.ts";
import { atWords } from "../terminal/at-words.ts";
import { type PaintedLine, paintLine, rowsOfLine } from "../terminal/painted-line.ts";
import { rowsOfHint } from "../terminal/rows-of-hint.ts";
import type { Paint } from "../terminal/style.ts";
import { reviewRows, rowsForReview } from "./review-rows.ts";

type Look = { say: Say; paint: Paint; columns: number; rows: number };

/** Rows that a page leaves free beside its hint: the line, and some text before. */
const margin = 4;

/** The whole call in pages that fit the terminal: nothing is left out, because the answer covers exactly these bytes. */
export function questionPages(call: ToolEntry, { say, paint, columns, rows }: Look): string[][] {
  // One line each, so that the model's text cannot imitate our lines.
  const asked = call.question ? askedBy(call.question, say) : describeCall(call);
  const title = rowsOfLine({ text: asked, ink: "bold" }, columns, "  ");
  const details = call.question ? answersOf(call.question, say) : detailsOf(call, say, columns);
  const rest = details.flatMap((line) => rowsOfLine(line, columns));
  const [first = "", ...others] = [...title, ...rest].map((row) => paintLine(row, paint));
  const review = reviewRows(call, { say, paint, columns });
  const lines = [first.replace(" ", paint("yellow", "?")), ...others, ...review];
  const hint = rowsOfHint(say("approval.keysRules"), columns - 1).length;
  const room = Math.max(4, rows - margin - hint - rowsForReview(call));
  const pages: string[][] = [];
  for (let from = 0; from < lines.length; from += room) pages.push(lines.slice(from, from + room));
  return pages;
}

/** The author of the question: the model or a server. */
function askedBy({ question, server }: NonNullable<ToolEntry["question"]>, say: Say): string {
  const words = visibleName(question);
  return server === undefined
    ? say("question.asks", { question: words })
    : say("question.serverAsks", { server, question: words });
}

function detailsOf(call: ToolEntry, say: Say, columns: number): PaintedLine[] {
  const { approval, report } = call;
  const reasons = (approval?.reasons ?? []).map((reason) => say(`reason.${reason}`)).join(say("reason.and"));
  // Our own sentences: wrapped between words, not part of the call's bytes.
  const reasonRows = reasons === "" ? [] : atWords(reasons, columns - 5).split("\n");
  const grave = approval?.risk === "destructive" || approval?.risk === "external";
  return [
    ...reasonRows.map((text) => ({ text, ink: grave ? "red" : "dim" }) as const),
    ...(report === undefined ? [] : [{ text: say("report.judging", { report }), ink: "red" } as const]),
    ...restOfCall(call).flatMap(linesOf),
    ...(approval?.preview ? diffLines(visibleText(approval.preview.diff)) : []),
  ];
}

/** The choices, and below a server's question a warning about secrets: its text is the server's, this line is ours. */
function answersOf({ choices = [], server }: NonNullable<ToolEntry["question"]>, say: Say): PaintedLine[] {
  return [
    ...choices.map((choice, at) => ({ text: `  ${at + 1}  ${visibleName(choice)}` })),
    ...(server === undefined ? [] : [{ text: say("question.noSecrets"), ink: "red" } as const]),
  ];
}

function linesOf(text: string): PaintedLine[] {
  return visibleText(text)
    .split("\n")
    .map((line) => ({ text: line }));
}
