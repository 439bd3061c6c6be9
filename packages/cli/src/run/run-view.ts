import { type Frame, nobodyToAsk, type Progress, type SessionEvent } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { callIn } from "../session-lines/call-in.ts";
import { compactionLine } from "../session-lines/compaction-line.ts";
import { engineSentence, phaseSentence } from "../session-lines/phase-sentence.ts";
import { resultLines } from "../session-lines/result-lines.ts";
import { overBudgetLines } from "../session-lines/tier-lines.ts";
import { toolLine } from "../session-lines/tool-line.ts";
import type { RewritableLine } from "../terminal/rewritable-line.ts";
import type { Paint } from "../terminal/style.ts";

type RunViewParts = { lines: RewritableLine; say: Say; paint: Paint; clock?: () => number };

/** Interval of the lines about a wait, without a rewritable row. Milliseconds. */
const tellAgainMs = 10_000;

/** A run's progress: a line for each completed step, and one row for the current activity. */
export class RunView {
  readonly #lines: RewritableLine;
  readonly #say: Say;
  readonly #paint: Paint;

  readonly #clock: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor({ lines, say, paint, clock = Date.now }: RunViewParts) {
    this.#clock = clock;
    this.#lines = lines;
    this.#say = say;
    this.#paint = paint;
  }

  event({ body }: SessionEvent, state: SessionState): void {
    switch (body.type) {
      case "turn.started":
        if (state.turns !== 1) return;
        for (const line of overBudgetLines(state, this.#say)) this.#lines.tell(this.#paint("dim", line));
        return;
      case "request.sent":
        if (body.purpose) this.#now(this.#say("compaction.now"));
        return;
      case "reply.completed":
        if (body.finish === "tool_calls") this.#interim(state);
        else this.#lines.clear();
        return;
      case "tool.finished": {
        const call = callIn(state, body.callId);
        // The denial was already printed, with the flag that allows the call.
        if (!call || call.approval?.reason === nobodyToAsk) return;
        this.#lines.tell(toolLine(call, this.#say, this.#paint));
        if (call.exitCode === undefined)
          for (const line of call.status === "ok" ? [] : resultLines(call))
            this.#lines.tell(this.#paint("dim", `    ${line}`));
        return;
      }
      case "context.compacted":
        this.#lines.tell(this.#paint("dim", compactionLine(body, this.#say)));
        return;
      case "turn.ended":
        this.#lines.clear();
        return;
      default:
    }
  }

  frame(frame: Frame): void {
    if (frame.type === "progress") this.#progress(frame.progress);
    else if (frame.type === "engine") this.#now(engineSentence(frame.status, this.#say));
  }

  /** Reports waiting for a server also without a rewritable row: otherwise a script would hang in silence. */
  #progress(progress: Progress): void {
    const sentence = phaseSentence(progress, this.#say);
    this.#now(sentence);
    const waits = progress.phase === "outage" || progress.said !== undefined;
    if (this.#lines.rewrites || !waits || this.#clock() - this.#toldAt < tellAgainMs) return;
    this.#toldAt = this.#clock();
    this.#lines.tell(sentence);
  }

  reachable(yes: boolean): void {
    if (!yes) this.#now(this.#say("view.lost"));
  }

  #now(sentence: string | undefined): void {
    if (sentence !== undefined) this.#lines.now(sentence, (shown) => this.#paint("dim", shown));
  }

  /** The model's text between two steps is progress, not the answer. */
  #interim({ timeline }: SessionState): void {
    for (const entry of timeline.backwards()) {
      if (entry.kind !== "reply") continue;
      const words = entry.text.trim();
      if (words !== "") this.#lines.quote(this.#paint("dim", words));
      return;
    }
  }
}
