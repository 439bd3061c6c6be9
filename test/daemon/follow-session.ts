import type { EventOf, EventType, Frame, OpAnswer, OpBody, SessionEvent, SessionId } from "@kestrel/protocol";
import { askSession, followEvents } from "@kestrel/server/client";
import type { TestDaemon } from "./run-daemon.ts";

/** What to do about a question: the op to send, or nothing. */
type Answers = (question: EventOf<"approval.requested">) => OpBody | undefined;

export type TestSession = {
  id: SessionId;
  /** What came over the stream until now, in its order. */
  events: readonly SessionEvent[];
  frames: readonly Frame[];
  send(op: OpBody): Promise<OpAnswer>;
  /** Answers a question with a yes for this once. */
  allows(question: EventOf<"approval.requested">): Promise<OpAnswer>;
  /** Sends a message, answers its questions and resolves with the events of that turn when it has ended. */
  turn(text: string, answers?: Answers): Promise<SessionEvent[]>;
  /** Resolves with the first event after seq `after` that is of this type and fits; rejects when the stream ends. */
  until<Type extends EventType>(
    type: Type,
    after?: number,
    fits?: (body: EventOf<Type>) => boolean,
  ): Promise<SessionEvent & { body: EventOf<Type> }>;
  /** Resolves with the first frame that fits. */
  untilFrame(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** The last seq that came over the stream. */
  lastSeq(): number;
  leave(): void;
};

export const allowOnce = ({ callId, digest }: EventOf<"approval.requested">) => ({
  type: "approve" as const,
  callId,
  digest,
  scope: "once" as const,
});

/** Follows a session that is there, from its beginning, until it is left. */
export function followSession(daemon: TestDaemon, id: SessionId): TestSession {
  const leaving = new AbortController();
  const events: SessionEvent[] = [];
  const frames: Frame[] = [];
  const frameListeners = new Set<(frame: Frame) => void>();
  const listeners = new Set<(event: SessionEvent) => void>();
  const endings = new Set<(error: Error) => void>();
  const { client } = daemon;
  const followed = followEvents({
    baseUrl: daemon.url,
    token: daemon.token,
    session: id,
    signal: leaving.signal,
    onEvent: (event) => {
      events.push(event);
      for (const listener of [...listeners]) listener(event);
    },
    onFrame: (frame) => {
      frames.push(frame);
      for (const listener of [...frameListeners]) listener(frame);
    },
  });
  const end = (why: unknown) => {
    for (const ending of [...endings]) ending(new Error(`the stream of ${id} ended: ${String(why)}`));
  };
  followed.then(() => end("left"), end);

  const until: TestSession["until"] = (type, after = 0, fits = () => true) =>
    new Promise((resolve, reject) => {
      const look = (event: SessionEvent) => {
        if (event.seq <= after || event.body.type !== type || !fits(event.body as never)) return false;
        listeners.delete(look);
        endings.delete(reject);
        resolve(event as never);
        return true;
      };
      if (events.some(look)) return;
      listeners.add(look);
      endings.add(reject);
    });
  const untilFrame: TestSession["untilFrame"] = (fits) =>
    new Promise((resolve, reject) => {
      const look = (frame: Frame) => {
        if (!fits(frame)) return false;
        frameListeners.delete(look);
        endings.delete(reject);
        resolve(frame);
        return true;
      };
      if (frames.some(look)) return;
      frameListeners.add(look);
      endings.add(reject);
    });
  const send = (op: OpBody) => askSession(client, id, op);

  return {
    id,
    events,
    frames,
    until,
    untilFrame,
    send,
    allows: (question) => send(allowOnce(question)),
    lastSeq: () => events.at(-1)?.seq ?? 0,
    leave: () => leaving.abort(),
    turn: async (text, answers = () => undefined) => {
      const { turnId } = await send({ type: "send-message", text });
      const refused = new Promise<never>((_, reject) => {
        const answer = ({ body }: SessionEvent) => {
          if (body.type !== "approval.requested" || body.turnId !== turnId) return;
          const op = answers(body);
          if (op) send(op).catch(reject);
        };
        for (const event of events) answer(event);
        listeners.add(answer);
      });
      const last = await Promise.race([until("turn.ended", 0, (body) => body.turnId === turnId), refused]);
      const first = await until("turn.started", 0, (body) => body.turnId === turnId);
      return events.filter(({ seq }) => seq >= first.seq && seq <= last.seq);
    },
  };
}

/** The bodies of one type, in their order. */
export function bodiesOf<Type extends EventType>(
  events: readonly SessionEvent[],
  type: Type,
): EventOf<Type>[] {
  return events.flatMap(({ body }) => (body.type === type ? [body as EventOf<Type>] : []));
}
