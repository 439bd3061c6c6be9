import type {
  CallId,
  EngineStatus,
  EventOf,
  Frame,
  OpId,
  SessionEvent,
  SessionState,
  ToolEntry,
} from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { callIn } from "../session-lines/call-in.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { diffLines } from "../session-lines/diff-lines.ts";
import { endSentence } from "../session-lines/end-sentence.ts";
import { engineSentence, phaseSentence } from "../session-lines/phase-sentence.ts";
import { statusLine } from "../session-lines/status-line.ts";
import { seconds, toolLine } from "../session-lines/tool-line.ts";
import { personLines } from "../session-lines/transcript-lines.ts";
import { paintLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";
import type { Surface } from "./surface.ts";

/** Lines of a command's output that are shown: the last ones. */
const outputShown = 8;

type Parts = {
  surface: Surface;
  say: Say;
  paint: Paint;
  /** How many messages the model has not seen yet. */
  waiting(): number;
  /** Whether these words were typed here, and so stand on the screen already. */
  typedHere(opId: OpId | undefined): boolean;
};

/** Turns what happens in a session into text and hints. */
export class SessionView {
  readonly #parts: Parts;
  #speaking = false;
  #thinkingSince: number | undefined;
  /** What was said last to go on. */
  #goesOn: string | undefined;
  readonly #diffShown = new Set<CallId>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The call is asked about: what it would change is shown there. */
  asks(call: ToolEntry): void {
    if (call.approval?.preview) this.#diffShown.add(call.callId);
  }

  spoken(kind: "text" | "reasoning", words: string): void {
    const { surface, say, paint } = this.#parts;
    if (kind === "reasoning") {
      if (this.#thinkingSince === undefined) this.#now(say("phase.reasoning"));
      this.#thinkingSince ??= performance.now();
      return;
    }
    if (this.#thinkingSince !== undefined) {
      const thought = seconds(performance.now() - this.#thinkingSince);
      surface.print(paint("dim", say("view.thought", { seconds: thought })));
      this.#thinkingSince = undefined;
    }
    if (!this.#speaking) {
      surface.print("");
      this.#now(say("phase.text"));
    }
    const fresh = this.#speaking ? words : words.trimStart();
    this.#speaking ||= fresh !== "";
    surface.stream(fresh);
  }

  frame(frame: Frame, state: SessionState): void {
    const { say } = this.#parts;
    if (frame.type === "progress" && state.openTurn) this.#now(phaseSentence(frame.progress, say));
    else if (frame.type === "engine") this.#engine(frame.status, state);
    else if (frame.type === "tool-output") this.#output(frame.delta, callIn(state, frame.callId));
  }

  /** How far the engine is; what was said of its loading does not stay on an idle prompt. */
  #engine(status: EngineStatus, state: SessionState): void {
    const sentence = engineSentence(status, this.#parts.say);
    if (sentence !== undefined) this.#now(sentence);
    else if (!state.openTurn) this.#parts.surface.hint("");
  }

  event({ body }: SessionEvent, state: SessionState): void {
    const { surface, say, paint, typedHere } = this.#parts;
    switch (body.type) {
      case "turn.started":
        if (!typedHere(body.opId)) surface.print(["", ...personLines(body.text, paint)].join("\n"));
        this.#now(say("phase.queued"));
        return;
      case "context.added":
        if (body.kind === "steering" && !typedHere(body.opId))
          surface.print(personLines(body.text, paint).join("\n"));
        return;
      case "reply.completed":
        this.#speaking = false;
        this.#thinkingSince = undefined;
        return;
      case "steering.queued":
      case "pending.edited":
        if (state.openTurn) this.#now(this.#goesOn);
        return;
      case "tool.started": {
        const call = callIn(state, body.callId);
        if (call) this.#now(say("phase.running", { call: describeCall(call) }));
        return;
      }
      case "approval.resolved":
        if (body.by === "user") surface.print(paint("dim", resolution(body, say)));
        surface.hint("");
        return;
      case "tool.finished":
        this.#finished(callIn(state, body.callId));
        return;
      case "context.compacted":
        surface.print(paint("dim", say("view.compacted", { count: body.folded.length })));
        return;
      case "mode.set":
        surface.print(paint("dim", say("repl.modeIs", { mode: body.mode })));
        return;
      case "turn.ended":
        this.#ended(body, state);
        return;
      default:
    }
  }

  #finished(call: ToolEntry | undefined): void {
    if (!call) return;
    const { surface, say, paint } = this.#parts;
    surface.print(toolLine(call, say, paint));
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
    const sentence = endSentence(end, say);
    if (sentence !== undefined) surface.print(paint("yellow", sentence));
    const label = modelOf(state);
    surface.print(`${paint("dim", statusLine(state, label, say))}\n`);
    surface.hint("");
  }

  /** The last line a running command wrote, behind what runs. */
  #output(delta: string, call: ToolEntry | undefined): void {
    const line = delta.trimEnd().split("\n").at(-1)?.trim() ?? "";
    if (!call || line === "") return;
    this.#now(`${this.#parts.say("phase.running", { call: describeCall(call) })} │ ${line}`);
  }

  #now(sentence: string | undefined): void {
    const { surface, say, waiting } = this.#parts;
    if (sentence === undefined) return;
    this.#goesOn = sentence;
    const count = waiting();
    surface.hint(count > 0 ? say("repl.busyWaiting", { sentence, count }) : say("repl.busy", { sentence }));
  }
}

function resolution({ decision, scope, reason }: EventOf<"approval.resolved">, say: Say): string {
  if (decision === "allowed")
    return say(scope === "session" ? "approval.allowedSession" : "approval.allowedOnce");
  return reason === undefined ? say("approval.denied") : say("approval.deniedBecause", { reason });
}

/** What a person wants to see of a result: the end of a command's output, the first line of a failure. */
function resultLines({ content = "", status, exitCode }: ToolEntry): string[] {
  const lines = content.trimEnd().split("\n");
  if (exitCode === undefined) return status === "error" || status === "rejected" ? lines.slice(0, 1) : [];
  const output = (lines[0]?.startsWith("exit code ") ? lines.slice(1) : lines).filter((line) => line !== "");
  return output.length > outputShown ? ["…", ...output.slice(-outputShown)] : output;
}

/** The model that answered last. */
function modelOf({ timeline }: SessionState): string | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply" && entry.model !== undefined) return entry.model;
    if (entry.kind === "user") break;
  }
  return undefined;
}
