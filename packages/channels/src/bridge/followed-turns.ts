import type { EventOf, SessionEvent, SessionId } from "@kestrel/protocol";
import { type DaemonAddress, followEvents } from "@kestrel/server/client";
import { liveWords } from "@kestrel/session-state";

export type TurnAnswer = { turnId: string; text: string; end: EventOf<"turn.ended">; seq: number };

/** What happens in a session while it is followed. */
export type TurnListener = {
  /** Past questions are reported only while they are open, once the log has been read. */
  onAsked(asked: EventOf<"approval.requested">, call: EventOf<"tool.requested"> | undefined): void;
  onQuestion(question: EventOf<"question.asked">): void;
  /** A question was answered, wherever that was. */
  onAnswered(callId: string): void;
  onResolved(callId: string, decided: "allowed" | "denied" | "expired", origin: unknown): void;
  /** The words of the reply so far, at most once a second. */
  onWords(turnId: string, words: string): void;
  onEnded(answer: TurnAnswer): void;
};

/**
 * Follows one session from an event on, until the signal fires. Past questions are reported only while they are open. Rejects with
 * DaemonRefusal when the session cannot be followed.
 */
export async function followTurns(
  daemon: DaemonAddress,
  place: { session: SessionId; after: number },
  listener: TurnListener,
  signal: AbortSignal,
): Promise<void> {
  const replies = new Map<string, Map<number, string>>();
  const calls = new Map<string, EventOf<"tool.requested">>();
  const asked = new Map<string, EventOf<"approval.requested">>();
  const questions = new Map<string, EventOf<"question.asked">>();
  /** Steps of the running turn whose text is an answer: the user's message followed, not a call's result. */
  const answering = new Set<number>();
  let live = false;

  const stepsOf = (turnId: string) => {
    const steps = replies.get(turnId) ?? new Map<number, string>();
    replies.set(turnId, steps);
    return steps;
  };

  const tellWords = (turnId: string) => {
    const [, words = ""] = [...stepsOf(turnId)].at(-1) ?? [];
    listener.onWords(turnId, liveWords(words).words);
  };

  const onEvent = ({ seq, body }: SessionEvent) => {
    switch (body.type) {
      case "reply.text": {
        const steps = stepsOf(body.turnId);
        steps.set(body.step, (steps.get(body.step) ?? "").slice(0, body.offset) + body.text);
        if (live) tellWords(body.turnId);
        return;
      }
      case "reply.completed":
        if (body.text !== undefined && body.purpose === undefined)
          stepsOf(body.turnId).set(body.step, body.text);
        return;
      case "tool.requested":
        calls.set(body.callId, body);
        return;
      case "turn.started":
        answering.clear();
        return;
      case "context.added": {
        const [turnId = "", steps] = [...replies].at(-1) ?? [];
        const step = Math.max(...(steps?.keys() ?? []));
        const isCalling = [...calls.values()].some((call) => call.turnId === turnId && call.step === step);
        if (body.kind === "steering" && !isCalling) answering.add(step);
        return;
      }
      case "approval.requested":
        if (live) listener.onAsked(body, calls.get(body.callId));
        else asked.set(body.callId, body);
        return;
      case "approval.resolved":
        asked.delete(body.callId);
        if (live) listener.onResolved(body.callId, body.decision, body.origin);
        return;
      case "question.asked":
        if (live) listener.onQuestion(body);
        else questions.set(body.callId, body);
        return;
      case "question.answered":
        questions.delete(body.callId);
        if (live) listener.onAnswered(body.callId);
        return;
      case "turn.ended": {
        const said = [...(replies.get(body.turnId) ?? [])]
          .sort(([one], [other]) => one - other)
          .filter(([, words]) => words.trim() !== "");
        const last = said.at(-1)?.[0];
        const answers = said.filter(([step]) => step === last || answering.has(step));
        const text = answers.map(([, words]) => words.trim()).join("\n\n");
        replies.delete(body.turnId);
        listener.onEnded({ turnId: body.turnId, text, end: body, seq });
        return;
      }
      default:
    }
  };

  await followEvents({
    ...daemon,
    session: place.session,
    after: place.after,
    signal,
    onEvent,
    onFrame: (frame) => {
      if (frame.type !== "snapshot" || live) return;
      live = true;
      for (const turnId of replies.keys()) tellWords(turnId);
      for (const one of asked.values()) listener.onAsked(one, calls.get(one.callId));
      for (const one of questions.values()) listener.onQuestion(one);
    },
  });
}
