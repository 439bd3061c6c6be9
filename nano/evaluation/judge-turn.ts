import { isDeepStrictEqual } from "node:util";
import type { SessionEvent, ToolOutcomeKind } from "@kestrel/protocol";
import { bodiesOf } from "../../test/daemon/follow-session.ts";
import type { TaskTurn } from "../src/tasks/task.ts";

export type MadeCall = { tool: string; given: unknown; outcome?: ToolOutcomeKind };

/** What was called in these events, in the order in which the model asked for it. */
export function callsIn(events: readonly SessionEvent[]): MadeCall[] {
  const finished = new Map(bodiesOf(events, "tool.finished").map(({ callId, outcome }) => [callId, outcome]));
  return bodiesOf(events, "tool.requested").map(({ tool, callId, arguments: text }) => ({
    tool,
    given: parsed(text),
    outcome: finished.get(callId),
  }));
}

/**
 * Whether the turn's calls are among those made, in their order. A call counts when it was run, with whatever result: had it
 * had to come out otherwise, the folder shows it. Where the user says no, a denied call counts too.
 */
export function madeAsAsked({ calls, denies = false }: TaskTurn, made: readonly MadeCall[]): boolean {
  let next = 0;
  for (const call of made) {
    const wanted = calls[next];
    if (wanted && call.tool === wanted.tool && counts(call, denies) && holds(call.given, wanted.with))
      next += 1;
  }
  return next === calls.length;
}

/** What was said in these events, reply by reply. */
export function repliesIn(events: readonly SessionEvent[]): string[] {
  const spoken = bodiesOf(events, "reply.text");
  return bodiesOf(events, "reply.completed").map(({ step, text }) => {
    if (text !== undefined) return text;
    return spoken.flatMap((piece) => (piece.step === step ? [piece.text] : [])).join("");
  });
}

function counts({ outcome }: MadeCall, denies: boolean): boolean {
  return outcome === "ok" || outcome === "error" || (denies && outcome === "denied");
}

function holds(given: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  const fields = new Map(typeof given === "object" && given !== null ? Object.entries(given) : []);
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(fields.get(name), value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
