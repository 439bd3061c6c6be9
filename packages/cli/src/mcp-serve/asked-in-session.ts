import { exactBytes, type OpBody, type SessionId, type TurnId } from "@kestrel/protocol";
import { type EndEntry, type SessionState, type ToolEntry, turnAnswer } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import { FollowedSession } from "../daemon/followed-session.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import { answers, askedDigest, asks, callsThatAsk } from "../session-lines/call-in.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { endSentence } from "../session-lines/end-sentence.ts";

/** The state of a question, and its session for later calls. */
export type Told = { session: SessionId; state: "done" | "working" | "waiting" | "ended"; words: string };

/** Asks the user of the other agent about a call. Rejects when that is not possible, or `signal` fires. */
export type Elicit = (call: ToolEntry, signal: AbortSignal) => Promise<OpBody>;

/** Sends a message and waits for the end of its turn, at most `boundMs`. The turn continues either way. */
export async function askInSession(
  connection: Connection,
  id: SessionId,
  { text, boundMs, elicit, signal }: { text: string; boundMs: number; elicit?: Elicit; signal: AbortSignal },
  say: Say,
): Promise<Told> {
  const over = new AbortController();
  const open = new Map<string, AbortController>();
  const bound = new Promise<void>((resolve) => {
    setTimeout(resolve, boundMs).unref();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let turnId: TurnId | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const put = (call: ToolEntry) => {
    const digest = askedDigest(call);
    if (!elicit || digest === undefined || open.has(digest)) return;
    const settled = new AbortController();
    open.set(digest, settled);
    elicit(call, AbortSignal.any([settled.signal, over.signal]))
      .then((op) => session.ask(op))
      .catch(() => undefined); // expected: answered elsewhere, or it waits in Kestrel's own clients
  };
  const session = new FollowedSession(
    connection,
    id,
    {
      ready: (state) => callsThatAsk(state).forEach(put),
      event: ({ body }, state) => {
        if (asks(body)) callsThatAsk(state).forEach(put);
        else if (answers(body)) open.get(body.digest)?.abort();
        else if (body.type === "turn.ended" && (turnId === undefined || body.turnId === turnId)) end();
      },
    },
    true,
  );
  try {
    await session.caughtUp;
    ({ turnId } = await session.ask({ type: "send-message", text }));
    if (endOf(session.state, turnId)) end();
    await Promise.race([ended, session.lost, bound]);
    return toldOf(id, session.state, say);
  } finally {
    over.abort();
    session.close();
  }
}

/** A session's state: waiting, working, or the text of its last turn. */
export function toldOf(session: SessionId, state: SessionState, say: Say): Told {
  const [waiting] = callsThatAsk(state);
  if (waiting) {
    const words = say("mcpServe.waits", { call: describeCall(waiting), session });
    return { session, state: "waiting", words };
  }
  if (state.openTurn) return { session, state: "working", words: say("mcpServe.works", { session }) };
  const end = endOf(state);
  const why = end && endSentence(end, say);
  const answer = end ? turnAnswer(state, end.turnId) : "";
  const words = [answer, why].filter((part) => part).join("\n\n");
  return { session, state: why === undefined ? "done" : "ended", words: words || say("mcpServe.nothing") };
}

/** The end of that turn; without `turnId`, of the last. */
function endOf({ timeline }: SessionState, turnId?: TurnId): EndEntry | undefined {
  for (const entry of timeline.backwards())
    if (entry.kind === "end" && (turnId === undefined || entry.turnId === turnId)) return entry;
  return undefined;
}

/** Everything that an approval covers, for a form. */
export function questionText(call: ToolEntry): string {
  if (call.question) return call.question.question;
  const { commands, arguments: beside } = exactBytes(call);
  const diff = call.approval?.preview?.diff;
  const parts = [...commands, diff ?? beside].filter((part) => part !== undefined);
  return visibleText([describeCall(call), ...parts].join("\n\n"));
}
