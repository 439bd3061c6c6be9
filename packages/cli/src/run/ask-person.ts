import { answerWord, type ToolEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import {
  type Answer,
  AskedQuestion,
  letterHoldMs,
  type Reaction,
  type Stage,
} from "../question/asked-question.ts";
import { questionHint } from "../question/question-hint.ts";
import { questionPages } from "../question/question-pages.ts";
import { reviewRows } from "../question/review-rows.ts";
import { editByKey } from "../terminal/edit-by-key.ts";
import { type Keystroke, listenToKeys } from "../terminal/keyboard.ts";
import { LineEditor } from "../terminal/line-editor.ts";
import type { RewritableLine } from "../terminal/rewritable-line.ts";
import { pager, runOutside } from "../terminal/run-outside.ts";
import type { Paint } from "../terminal/style.ts";
import { toTerminal, withoutInk } from "../terminal/to-terminal.ts";

type Surroundings = { lines: RewritableLine; say: Say; paint: Paint; workspace: string };

/** Stages in which the line is part of the answer, and text stays when it is not an answer yet. */
const takesWords: ReadonlySet<Stage> = new Set(["word", "reason", "rule", "text"]);
const keepsWords: ReadonlySet<Stage> = new Set(["word", "rule"]);

/** The result: an answer, Ctrl+C, or nothing because it was answered elsewhere. */
export type Asked = { kind: "answer"; answer: Answer } | { kind: "interrupt" } | { kind: "settled" };

/**
 * Asks the user at this terminal about a call. Keys pressed before, or without effect, are passed to `unused` as text. A review's
 * result is printed below and changes no key.
 */
export function askPerson(
  call: ToolEntry,
  { lines, say, paint, workspace }: Surroundings,
  {
    settled,
    reviewed,
    unused,
  }: { settled: AbortSignal; reviewed: Promise<ToolEntry>; unused(words: string): void },
): Promise<Asked> {
  return new Promise((resolve) => {
    if (settled.aborted) return resolve({ kind: "settled" });
    const { columns = 80, rows = 24 } = process.stderr;
    const pages = questionPages(call, { say, paint, columns, rows });
    const asked = new AskedQuestion(call, pages.length, workspace);
    const line = new LineEditor();
    let shown = 0;
    let timer: NodeJS.Timeout | undefined;
    let held: NodeJS.Timeout | undefined;
    let over = false;

    const done = (outcome: Asked) => {
      over = true;
      clearTimeout(timer);
      clearTimeout(held);
      settled.removeEventListener("abort", onSettled);
      process.stderr.off("resize", hint);
      stopListening();
      lines.clear();
      resolve(outcome);
    };
    const onSettled = () => done({ kind: "settled" });
    const hint = () => {
      const now = performance.now();
      const stage = asked.stage(now);
      clearTimeout(timer);
      if (asked.armsAt !== undefined && stage === "resting")
        timer = setTimeout(hint, Math.max(1, asked.armsAt - now + 1));
      const rules = { offered: asked.offersRules, check: asked.check(line.text) };
      const seen = { shown, all: pages.length, skips: asked.maySkip };
      const how = questionHint(stage, seen, say, rules, asked.lettersAlone === "alone" ? "alone" : undefined);
      lines.choices(how, takesWords.has(stage) ? line.text : undefined, (row) => paint("yellow", row));
    };
    const page = () => {
      for (const row of pages[shown++] ?? []) lines.line(row);
      asked.drawn(performance.now());
    };
    const pressed = (stroke: Keystroke) => {
      if (stroke.kind === "key" && stroke.name === "ctrl+c") return done({ kind: "interrupt" });
      clearTimeout(held);
      did(asked.pressed(stroke, line.text, performance.now()), stroke);
    };
    const inPager = async () => {
      stopListening();
      lines.clear();
      const text = pages.flat().map(withoutInk).map(toTerminal).join("\n");
      const command = pager();
      if ((await runOutside(command, `${text}\n`)) !== 0) lines.line(say("view.noPager", { command }));
      if (over) return;
      stopListening = listenToKeys(process.stdin, process.stderr, pressed);
      hint();
    };
    const did = (reaction: Reaction, stroke: Keystroke) => {
      if (reaction.kind === "answer") return done({ kind: "answer", answer: reaction });
      if (reaction.kind === "page") page();
      if (reaction.kind === "held")
        held = setTimeout(() => did(asked.released(performance.now()), stroke), letterHoldMs);
      if (reaction.kind === "pager") return void inPager();
      if (reaction.kind === "end") {
        const skipped = pages.slice(shown, -1).flat().length;
        if (skipped > 0)
          lines.line(paint("yellow", say("approval.skipped", { skipped, lines: pages.flat().length })));
        shown = pages.length - 1;
        asked.skip();
        page();
      }
      if (reaction.kind === "unclear")
        lines.line(say("approval.unclear", { said: reaction.said, word: answerWord }));
      if (reaction.kind === "words") {
        const stage = asked.stage(performance.now());
        if (!takesWords.has(stage)) unused(stroke.kind === "text" ? stroke.text : "");
        else if (stroke.kind === "text") line.insert(stroke.text.replaceAll("\n", " "));
        else editByKey(line, stroke.name);
      } else if (reaction.kind === "line") line.set(reaction.text);
      else if (reaction.kind === "unclear") line.set("");
      else if (reaction.kind === "taken" && !keepsWords.has(asked.stage(performance.now()))) line.set("");
      hint();
    };
    page();
    let stopListening = listenToKeys(process.stdin, process.stderr, pressed);
    settled.addEventListener("abort", onSettled);
    process.stderr.on("resize", hint);
    hint();
    void reviewed.then((call) => {
      if (over) return;
      for (const row of reviewRows(call, { say, paint, columns })) lines.line(row);
      hint();
    });
  });
}
