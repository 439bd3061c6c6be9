import type { EventOf } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { ReplyEntry } from "../timeline.ts";

/** A reply without any output yet. */
export function withRequest(
  state: SessionState,
  body: EventOf<"request.sent">,
  stamp: { at: string; seq: number },
): SessionState {
  if (!state.openTurn) return state;
  const { turnId, step, messages, added, expectedReuse, differsAt, instance, model, from } = body;
  const { callFormat, cause } = body;
  const reply: ReplyEntry = {
    kind: "reply",
    turnId,
    ...stamp,
    step,
    text: "",
    reasoning: "",
    messages,
    added,
    expectedReuse,
    differsAt,
    instance,
    model,
    callFormat,
    ...(cause && { cause }),
  };
  const first = model !== undefined && (state.model === undefined || from !== undefined);
  return {
    ...state,
    ...(first && { model: { label: model, ...(from && { from }) }, accepted: undefined }),
    sent: { ...state.sent, messages },
    openTurn: { ...state.openTurn, step, replyAt: state.timeline.length },
    timeline: state.timeline.append(reply),
  };
}

/** The state with the reply of the open step changed. */
export function withReply(state: SessionState, change: (reply: ReplyEntry) => ReplyEntry): SessionState {
  const at = state.openTurn?.replyAt;
  const reply = at === undefined ? undefined : state.timeline.at(at);
  if (at === undefined || reply?.kind !== "reply") return state;
  return { ...state, timeline: state.timeline.replace(at, change(reply)) };
}

export function withMiss(
  state: SessionState,
  { reason, expected, cached, message, instance }: EventOf<"cache.missed">,
): SessionState {
  return withReply(state, (reply) => ({
    ...reply,
    instance: instance ?? reply.instance,
    missed: { reason, expected, cached, message },
  }));
}

export function completed(state: SessionState, body: EventOf<"reply.completed">): SessionState {
  const { finish, usage, reasoningMs, failure, text, cut, retried, report, finished } = body;
  const answered = withReply(state, (reply) => ({
    ...reply,
    finish,
    usage,
    reasoningMs,
    failure,
    // Its calls are valid: everything else treats it as ended normally.
    cut: cut === "after_call" ? undefined : cut,
    retried,
    ...(report && { report }),
    ...(finished && { finished }),
    text: text ?? reply.text,
  }));
  const { prompt, generated } = body.usage ?? {};
  if (!answered.openTurn || prompt === undefined || prompt === 0) return answered;
  const used = prompt + (generated ?? 0);
  return {
    ...answered,
    measured: {
      used,
      source: "server",
      entries: answered.timeline.length,
      window: answered.window,
    },
    // The server keeps prompt + reply minus the last sampled token (llama-server, observed on every append-only turn).
    sent: { ...answered.sent, expectedReuse: Math.max(0, used - 1) },
  };
}
