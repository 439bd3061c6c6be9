import { shownEngineState } from "@kestrel/i18n";
import type {
  CallId,
  EventOf,
  Failure,
  Frame,
  LiveCrewJob,
  LiveSnapshot,
  OpId,
  SessionEvent,
} from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { type StatusPart, statusParts } from "@kestrel/protocol/terminal";
import { openCalls, type SessionState, type ToolEntry, turnCost, turnUsage } from "@kestrel/session-state";
import { memoriesOfTurn, wishToRemember } from "@kestrel/session-state/memories";
import { estimateShare, visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { missSentence } from "../session-lines/cache-lines.ts";
import { callIn } from "../session-lines/call-in.ts";
import { compactionLine } from "../session-lines/compaction-line.ts";
import { crewNow } from "../session-lines/crew-lines.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { diffLines } from "../session-lines/diff-lines.ts";
import { durationText } from "../session-lines/duration.ts";
import { endSentence } from "../session-lines/end-sentence.ts";
import { answerLine } from "../session-lines/hook-lines.ts";
import { modelThatAnswered } from "../session-lines/model-that-answered.ts";
import { engineSentence, grouped, phaseSentence } from "../session-lines/phase-sentence.ts";
import { resolutionLine } from "../session-lines/resolution-line.ts";
import { restorationLines, rewoundLine } from "../session-lines/restoration-lines.ts";
import { resultLines } from "../session-lines/result-lines.ts";
import { statusLine } from "../session-lines/status-line.ts";
import { toldLines } from "../session-lines/told-lines.ts";
import { seconds, toolLine } from "../session-lines/tool-line.ts";
import { personLines } from "../session-lines/transcript-lines.ts";
import { turnBegan } from "../session-lines/turn-began.ts";
import { oneLine } from "../terminal/one-line.ts";
import { type PaintedLine, paintLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";
import { LiveOutput } from "./live-output.ts";
import { SaidBefore } from "./said-before.ts";
import type { Surface } from "./surface.ts";
import { WithoutMarkup } from "./without-markup.ts";

type Parts = {
  surface: Surface;
  say: Say;
  paint: Paint;
  /** How many messages the model has not seen yet. */
  waiting(): number;
  /** Words for the next step and for after the turn, as they are shown. */
  queued?(): readonly string[];
  /** The parts of the line under a turn that are wanted; all of them by default. */
  status?(): ReadonlySet<StatusPart> | undefined;
  /** Whether memory is on. */
  remembers(): Promise<boolean>;
  /** Whether these words were typed here; then they stand on the screen. */
  typedHere(opId: OpId | undefined): boolean;
};

/** Turns what happens in a session into text and hints. */
export class SessionView {
  readonly #parts: Parts;
  #speaking = false;
  #thinkingSince: number | undefined;
  /** Why the newest reply failed. The model does not continue from the part that is on the screen. */
  #lost: Failure | undefined;
  /** The sentence last shown for what the turn is doing. */
  #goesOn: string | undefined;
  readonly #before = new SaidBefore();
  readonly #words = new WithoutMarkup();
  readonly #diffShown = new Set<CallId>();
  /** When the turn began, or when this terminal joined it. */
  #began: number | undefined;
  /** The running reply: when it began, and its tokens so far. */
  #spoken: { since: number; tokens: number } | undefined;
  /** Tokens written by earlier steps, by the server's own count. */
  #written = 0;
  readonly #outputs = new Map<CallId, LiveOutput>();
  #thought = "";
  #showsAll = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The call is asked about: what it would change is shown there. */
  asks(call: ToolEntry): void {
    if (call.approval?.preview) this.#diffShown.add(call.callId);
  }

  spoken(kind: "text" | "reasoning", words: string): void {
    const { surface, say, paint } = this.#parts;
    this.#spoken ??= { since: performance.now(), tokens: 0 };
    this.#spoken.tokens += estimateShare(words);
    if (kind === "reasoning") {
      this.#thought = (this.#thought + words).slice(-mostThoughtKept);
      this.showLive();
      if (this.#thinkingSince === undefined) this.#now(say("phase.reasoning"));
      this.#thinkingSince ??= performance.now();
      return;
    }
    if (this.#thinkingSince !== undefined) {
      const thought = seconds(performance.now() - this.#thinkingSince);
      surface.tell(paint("dim", say("view.thought", { seconds: thought })));
      this.#thinkingSince = undefined;
      this.#thought = "";
      this.showLive();
    }
    this.#print(this.#before.spoken(this.#words.spoken(words)));
  }

  #print(unsaid: string): void {
    const { surface, say } = this.#parts;
    if (unsaid === "") return;
    if (!this.#speaking) {
      surface.print("");
      this.#now(say("phase.text"));
    }
    const fresh = this.#speaking ? unsaid : unsaid.trimStart();
    this.#speaking ||= fresh !== "";
    surface.stream(fresh);
  }

  frame(frame: Frame, state: SessionState): void {
    const { say } = this.#parts;
    if (frame.type === "progress" && state.openTurn) this.#now(phaseSentence(frame.progress, say));
    else if (frame.type === "engine") this.#engine(frame.status, state);
    else if (frame.type === "crew") this.#crew(frame.jobs, state);
    else if (frame.type === "tool-output") this.#output(frame.delta, callIn(state, frame.callId));
    else if (frame.type === "snapshot") this.#joins(frame.live, state);
  }

  /** What runs when the session is joined, or joined again: since when, the end of its output, and what it does now. */
  #joins({ outputs, progress, text }: LiveSnapshot, state: SessionState): void {
    const { openTurn, compacting, timeline } = state;
    const { say } = this.#parts;
    if (compacting) this.#now(say("compaction.now"));
    if (!openTurn) return;
    const began = [...timeline.backwards()].find((entry) => entry.kind === "user");
    const ago = began === undefined ? 0 : Math.max(0, Date.now() - Date.parse(began.at));
    this.#began ??= performance.now() - ago;
    this.#written = turnUsage(state).generated ?? 0;
    this.#outputs.clear();
    for (const [callId, output] of Object.entries(outputs))
      this.#output(output.text, callIn(state, callId as CallId));
    const running = openCalls(state).find(({ status }) => status === "running");
    if (compacting) return;
    if (running) this.#now(say("phase.running", { call: describeCall(running) }));
    else if (progress) this.#now(phaseSentence(progress, say));
    else this.#now(say(text === "" ? "phase.queued" : "phase.text"));
  }

  /** Notes are what a turn waits for; the rest of what others do is told when it is over. */
  #crew(jobs: readonly LiveCrewJob[], { openTurn }: SessionState): void {
    const notes = jobs.find(({ kind }) => kind === "compaction");
    if (notes) this.#now(crewNow(notes, this.#parts.say));
    else if (!openTurn) this.#parts.surface.hint("");
  }

  /** Shows how far the engine is. An idle prompt keeps no line about loading. */
  #engine(status: EngineStatus, state: SessionState): void {
    const { say, surface } = this.#parts;
    if (shownEngineState(status) === "down") {
      const { label = "–", address = "–" } = status;
      // Within a turn that is what it waits for, and told as that.
      if (!state.openTurn) surface.hint(say("engine.down", { label, address }));
      return;
    }
    const sentence = engineSentence(status, say);
    if (sentence !== undefined) this.#now(sentence);
    else if (!state.openTurn) surface.hint("");
  }

  event({ body }: SessionEvent, state: SessionState): void {
    const { surface, say, paint, typedHere } = this.#parts;
    switch (body.type) {
      case "turn.started":
        this.#began = performance.now();
        this.#written = 0;
        for (const line of turnBegan(body, state, this.#parts)) surface.print(line);
        this.showLive();
        this.#now(say("phase.queued"));
        return;
      case "context.added":
        if (body.kind === "steering" && !typedHere(body.opId))
          surface.print(personLines(body.text, paint).join("\n"));
        else if (body.kind === "steering") this.showLive();
        else if (body.kind === "reminder" && body.cause)
          surface.tell(paint("dim", say("view.reminder", { cause: say(`cause.${body.cause}`) })));
        return;
      case "reply.completed":
        this.#spoken = undefined;
        this.#thought = "";
        this.#written = turnUsage(state).generated ?? 0;
        this.showLive();
        if (!body.purpose && !body.failure) this.#print(this.#before.spoken(this.#words.whole(body.text)));
        this.#words.begin();
        this.#speaking = false;
        this.#thinkingSince = undefined;
        if (body.purpose) this.#notesEnded(body, state);
        else this.#replied(body.failure);
        return;
      case "request.sent":
        if (body.purpose) this.#now(say("compaction.now"));
        else this.#askedAgain();
        return;
      case "steering.queued":
      case "pending.edited":
        this.showLive();
        if (state.openTurn) this.#now(this.#goesOn);
        return;
      case "tool.started": {
        const call = callIn(state, body.callId);
        if (call) this.#now(say("phase.running", { call: describeCall(call) }));
        return;
      }
      case "approval.resolved":
        if (body.by === "user") surface.tell(paint("dim", resolutionLine(body, say)));
        surface.hint("");
        return;
      case "question.answered":
        if (body.text !== undefined)
          surface.tell(paint("dim", say("question.answered", { text: body.text })));
        surface.hint("");
        return;
      case "tool.finished":
        this.#outputs.delete(body.callId);
        this.showLive();
        this.#finished(callIn(state, body.callId));
        return;
      case "context.compacted":
        surface.tell(paint("dim", compactionLine(body, say)));
        if (!state.openTurn) surface.hint("");
        return;
      case "files.restored":
        surface.tell(restorationLines(body, say, paint).join("\n"));
        return;
      case "history.rewound": {
        const { last } = state.timeline;
        if (last?.kind === "rewound") surface.tell(paint("dim", rewoundLine(last, say)));
        return;
      }
      case "turn.ended":
        this.#ended(body, state);
        return;
      default:
        for (const line of toldLines(body, say)) surface.tell(paint("dim", line));
    }
  }

  #replied(failure: Failure | undefined): void {
    this.#parts.surface.endStream();
    this.#lost = failure;
    if (failure) this.#before.lost();
    const rest = failure ? "" : this.#before.whole();
    if (rest !== "") this.#parts.surface.print(rest);
  }

  #askedAgain(): void {
    const { surface, say, paint } = this.#parts;
    if (!this.#lost) return;
    // What to do about it is done already.
    const { hint: _, ...params } = this.#lost.params ?? {};
    const reason = say(`error.${this.#lost.code}`, params);
    this.#lost = undefined;
    surface.tell(paint("dim", say("view.askedAgain", { reason })));
  }

  /** Between turns the prompt is the person's again. */
  #notesEnded({ finish }: EventOf<"reply.completed">, { openTurn }: SessionState): void {
    const { surface, say, paint } = this.#parts;
    if (openTurn) return;
    surface.hint("");
    if (finish === "cancelled") surface.tell(paint("dim", say("compaction.stopped")));
  }

  #finished(call: ToolEntry | undefined): void {
    if (!call) return;
    const { surface, say, paint } = this.#parts;
    surface.tell(toolLine(call, say, paint));
    for (const answer of call.hooks ?? []) surface.tell(paint("yellow", `    ${answerLine(answer, say)}`));
    for (const line of resultLines(call)) surface.print(paint("dim", `    ${line}`));
    if (!this.#diffShown.has(call.callId)) {
      for (const { diff } of call.changes) {
        const lines = diffLines(diff).map((line) => `    ${paintLine(line, paint)}`);
        surface.print(lines.join("\n"));
      }
    }
    surface.hint("");
  }

  #ended(end: EventOf<"turn.ended">, state: SessionState): void {
    const { surface, say, paint } = this.#parts;
    this.#speaking = false;
    this.#outputs.clear();
    this.#thought = "";
    this.showLive();
    this.#replied(undefined);
    const sentence = endSentence(end, say);
    if (sentence !== undefined) surface.tell(paint("yellow", sentence));
    const { code, params: { now } = {} } = end.failure ?? {};
    if (code === "model_changed") surface.tell(say("repl.modelChanged", now === undefined ? {} : { now }));
    const { timeline } = state;
    const { last } = timeline;
    const missed = last?.kind === "end" && turnCost(timeline, timeline.length - 1, last).missed;
    if (missed) surface.tell(paint("dim", missSentence(missed, say)));
    const label = modelThatAnswered(state);
    const facts = memoriesOfTurn(state, end.turnId).length;
    if (facts > 0) surface.tell(paint("dim", `${say("memory.used", { count: facts })} · /memory used`));
    const parts = this.#parts.status?.() ?? new Set(statusParts);
    const took =
      this.#began === undefined || !parts.has("time")
        ? []
        : [durationText(performance.now() - this.#began, say)];
    const asked = wishToRemember(state, end.turnId);
    if (asked !== undefined)
      void this.#parts.remembers().then((on) => {
        const offer = `${say("memory.asked", { content: visibleName(asked) })} · /remember`;
        if (on) surface.tell(paint("dim", offer));
      });
    this.#began = undefined;
    const figures = [statusLine(state, label, say, parts), ...took].filter((part) => part !== "");
    surface.tell(`${paint("dim", figures.join(" · "))}\n`);
    surface.hint("");
  }

  /** What is cut of what runs is shown, as far as there is room, or cut again. False where nothing runs. */
  showAll(): boolean {
    if (this.#outputs.size === 0 && this.#thought === "") return false;
    this.#showsAll = !this.#showsAll;
    this.showLive();
    return true;
  }

  /** What a running command wrote last. */
  #output(delta: string, call: ToolEntry | undefined): void {
    if (!call) return;
    const output = this.#outputs.get(call.callId) ?? new LiveOutput();
    this.#outputs.set(call.callId, output);
    output.add(delta);
    this.showLive();
  }

  /** The end of the thinking and of what runs, and what waits, below what stays. */
  showLive(): void {
    const { surface, say } = this.#parts;
    const { rows } = surface.size;
    const most = this.#showsAll ? Math.max(5, rows - rowsBesideOutput) : rows >= 30 ? 5 : rows >= 24 ? 3 : 1;
    const thought = this.#thought
      .trimEnd()
      .split("\n")
      .slice(this.#showsAll ? -most : -2);
    const thinking =
      this.#thought === "" ? [] : thought.map((line): PaintedLine => ({ text: `  ${line}`, ink: "dim" }));
    const outputs = [...this.#outputs.values()].flatMap((output) => output.rows(most, say));
    const queued = (this.#parts.queued?.() ?? []).map(
      (text): PaintedLine => ({ text: oneLine(text), ink: "dim" }),
    );
    surface.live([...thinking, ...outputs, ...queued]);
  }

  #now(sentence: string | undefined): void {
    const { surface, say, waiting } = this.#parts;
    if (sentence === undefined) return;
    this.#goesOn = sentence;
    this.#began ??= performance.now();
    const began = this.#began;
    surface.work(() => {
      const count = waiting();
      const tokens = Math.round(this.#written + (this.#spoken?.tokens ?? 0));
      const about = this.#spoken ? "~" : "";
      const ms = this.#spoken ? performance.now() - this.#spoken.since : 0;
      const rate = this.#spoken && ms > 1_000 ? Math.round((1_000 * this.#spoken.tokens) / ms) : undefined;
      return {
        sentence,
        time: durationText(performance.now() - began, say),
        facts: [
          ...(tokens > 0 ? [say("view.written", { tokens: `${about}${grouped(tokens)}` })] : []),
          ...(rate !== undefined ? [say("status.speed", { rate: `~${rate}` })] : []),
        ],
        keys: [...(count > 0 ? [say("view.waiting", { count })] : []), say("view.stops")],
      };
    });
  }
}

/** UTF-16 units of the thinking that are kept for the screen. */
const mostThoughtKept = 8_000;

/** What stands beside an output that is shown whole: the hint, the line, a little of the text. */
const rowsBesideOutput = 8;
