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

/** Rows a page leaves free beside its hint: the line that is typed, and a little of what stood there before. */
const margin = 4;

/** What a call wants, whole, in pages that fit the terminal: no byte is left out, because the answer is about exactly these. */
export function questionPages(call: ToolEntry, { say, paint, columns, rows }: Look): string[][] {
  // One line each, so that no words of the model look like a line of ours.
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

/** Whose words these are. */
function askedBy({ question, server }: NonNullable<ToolEntry["question"]>, say: Say): string {
  const words = visibleName(question);
  return server === undefined
    ? say("question.asks", { question: words })
    : say("question.serverAsks", { server, question: words });
}

function detailsOf(call: ToolEntry, say: Say, columns: number): PaintedLine[] {
  const { approval, report } = call;
  const reasons = (approval?.reasons ?? []).map((reason) => say(`reason.${reason}`)).join(say("reason.and"));
  // Sentences of ours: they are broken between words, and no bytes of the call.
  const reasonRows = reasons === "" ? [] : atWords(reasons, columns - 5).split("\n");
  const grave = approval?.risk === "destructive" || approval?.risk === "external";
  return [
    ...reasonRows.map((text) => ({ text, ink: grave ? "red" : "dim" }) as const),
    ...(report === undefined ? [] : [{ text: say("report.judging", { report }), ink: "red" } as const]),
    ...restOfCall(call).flatMap(linesOf),
    ...(approval?.preview ? diffLines(visibleText(approval.preview.diff)) : []),
  ];
}

/** The choices, and below a question of a server what never to answer: its words are its own, this line is not. */
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
