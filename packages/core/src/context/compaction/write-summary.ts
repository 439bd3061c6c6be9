import type { SessionState } from "@kestrel/session-state";
import type { TrainedTexts } from "../../ports/trained-texts.ts";
import type { CompactionBudgets } from "./budgets.ts";
import { callLine, hasFailed, type LogFacts, logFacts, section } from "./log-facts.ts";
import { inOneLine, quoted, unquoted, withoutMarks } from "./quote-notes.ts";
import { withinTokens } from "./within-tokens.ts";

/** The first line of every summary, whether a model or code made its notes. */
export const summaryHeading =
  "[Everything that came between these words and the next message was removed to make room. These notes stand for it. Go on from here; do not begin again.]";

/** The heading of a model's notes. Their lines are quoted, so that they are not taken for the user's text or Kestrel's. */
export const notesHeading = "# Your own notes, quoted. You wrote them; the user did not";

/** The heading when another model made the notes, so that the lead does not take them for its own. */
const copilotHeading =
  "# Notes of another model that read along, quoted. Neither you nor the user wrote them";

/** Usable notes and their author. */
export type Notes = { text: string; by: "model" | "copilot" };

/** A model's notes and, below them, the facts of the log, which no summary can lose. */
export function summaryOfModel(
  { text, by }: Notes,
  state: SessionState,
  end: number,
  { notes: most, facts }: CompactionBudgets,
): string {
  const known = logFacts(state, end);
  const errors = known.calls.filter(hasFailed).map((call) => callLine(call, 2));
  const lines = [
    summaryHeading,
    by === "model" ? notesHeading : copilotHeading,
    quoted(withinTokens(text.trim(), most)),
    ...saidSection(known, facts * 0.5),
    ...section("# Plan", known.plan, facts * 0.5),
    ...section("# Files changed", changedLines(known), facts * 0.25),
    ...section("# Errors, newest last", errors, facts * 0.4),
  ];
  return withoutMarks(lines.join("\n"));
}

/** Made by rule from the log alone, when the model's notes are unusable or missing. */
export function summaryOfLog(state: SessionState, end: number, budgets: CompactionBudgets): string {
  const known = logFacts(state, end);
  const most = budgets.account;
  const earlier = state.compacted ? notesIn(state.compacted.summary) : "";
  const words = known.replies.map((text) => `- ${withinTokens(inOneLine(text), 70)}`);
  const calls = known.calls.map((call) => ({
    line: callLine(call, hasFailed(call) ? 3 : 2),
    failed: hasFailed(call),
  }));
  const errors = calls.flatMap(({ line, failed }) => (failed ? [line] : []));
  const read = inOneLine([...known.read].filter((path) => !known.changed.has(path)).join(", "));
  const lines = [
    summaryHeading,
    ...saidSection(known, most * 0.25),
    ...section("# Plan", known.plan, most * 0.15),
    ...section("# Files changed", changedLines(known), most * 0.1),
    ...(read === "" ? [] : ["# Files read", withinTokens(read, most * 0.08)]),
    ...section("# Errors, newest last", errors, most * 0.2),
    ...(earlier === "" ? [] : ["# Earlier notes", quoted(withinTokens(earlier, most * 0.2))]),
    ...section("# What you said, newest last", words, most * 0.2),
    ...section(
      "# Calls so far, newest last",
      calls.map(({ line }) => line),
      most * 0.35,
    ),
  ];
  return withoutMarks(lines.join("\n"));
}

/** For a folding model: it was trained on the user's other messages, and takes any other line for an instruction. */
export function summaryOfOrders(
  state: SessionState,
  end: number,
  budgets: CompactionBudgets,
  { summary = summaryHeading, alsoSaid }: Partial<TrainedTexts> = {},
): string {
  const said = saidSection(logFacts(state, end), budgets.account * 0.25, alsoSaid);
  return withoutMarks([summary, ...said].join("\n"));
}

function saidSection(
  { said }: LogFacts,
  tokens: number,
  heading = "# The user also said, newest last",
): string[] {
  const lines = said.map((text, at) => `- ${withinTokens(text, at === said.length - 1 ? tokens * 0.6 : 60)}`);
  return section(heading, lines, tokens);
}

function changedLines({ changed }: LogFacts): string[] {
  return [...changed].map(([path, { added, removed }]) => `- ${inOneLine(path)} (+${added} -${removed})`);
}

/** Earlier notes of a model, without our own words around them. */
function notesIn(summary: string): string {
  const marked = unquoted(summary);
  if (marked !== "") return marked;
  const notes = summary.replace(summaryHeading, "").trim();
  return (notes.split("\n# ", 1)[0] ?? "").trim();
}
