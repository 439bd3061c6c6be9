import type { CacheMiss, EventOf, Prompt } from "@kestrel/protocol";
import { contextLedger, type SessionState } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/cancellation.ts";
import { cacheShortfall, namedMessage, type Shortfall } from "../context/cache-shortfall.ts";
import { render } from "../context/render.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { TurnParts } from "./turn-parts.ts";

type Cause = Pick<CacheMiss, "reason" | "message"> & Pick<EventOf<"cache.missed">, "instance">;

/** Tokens of the template's cue for the reply, at most; they are in no history. */
const longestCue = 8;

/**
 * Logs how many tokens of the newest request were missing in the server's cache, with the reason. Queries the server only after a miss:
 * that takes milliseconds after seconds of processing.
 */
export async function noticeMiss({
  agent,
  journal,
  turnId,
  cancel,
}: Pick<TurnParts, "agent" | "journal" | "turnId" | "cancel">): Promise<void> {
  const shortfall = cacheShortfall(journal.state);
  if (!shortfall || shortfall.newest.turnId !== turnId) return;
  const { newest, expected, cached } = shortfall;
  const asked = causeOf(agent.backend, journal.state, shortfall).catch(
    passOver(agent.host, "looking for the cause of a cache miss"),
  );
  const cause: Cause = (await untilCancelled(asked, cancel)) ?? { reason: "unknown" };
  await journal.append({ type: "cache.missed", turnId, step: newest.step, expected, cached, ...cause });
}

async function causeOf(
  backend: ModelBackend,
  state: SessionState,
  { before, newest, cached, reason }: Shortfall,
): Promise<Cause> {
  const { messages, tools } = render(state);
  if (reason === "compaction" || reason === "history_edited" || reason === "prompt_adapted")
    return { reason, message: namedMessage(messages, newest.differsAt ?? firstBehind(before, messages)) };
  if (reason) return { reason };
  const { instance } = await backend.facts();
  if (instance !== undefined && before.instance !== undefined && instance !== before.instance)
    return { reason: "server_restarted", instance };
  const rendered = async (count: number) =>
    backend.renderPrompt?.({ messages: messages.slice(0, count), tools });
  const [then, now] = await Promise.all([rendered(before.messages), rendered(newest.messages)]);
  if (then === undefined || now === undefined) return { reason: "unknown" };
  if (!now.startsWith(then)) {
    const at = messageAt(messages.slice(0, before.messages), then, differenceOf(then, now));
    return { reason: "template_rerendered", message: namedMessage(messages, at) };
  }
  if (cached >= (before.usage?.prompt ?? 0) - longestCue)
    return { reason: "reply_rewritten", message: namedMessage(messages, before.messages) };
  return { reason: cached < untilFirstWords(state) ? "slot_taken" : "unknown" };
}

/** The message at which a request diverges from one that was removed. */
function firstBehind({ messages: at }: Shortfall["before"], messages: Prompt["messages"]): number {
  // The reply before them was never sent in the remaining history, but was generated there.
  return messages[at]?.role === "assistant" ? at + 1 : at;
}

function differenceOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The message that contains this position of the rendered text, located by its texts and calls. */
function messageAt(messages: Prompt["messages"], text: string, place: number): number {
  let from = 0;
  for (const [index, message] of messages.entries()) {
    const [call] = message.role === "assistant" ? (message.calls ?? []) : [];
    const words = message.content.trim() || (call?.name ?? "");
    const at = words === "" ? -1 : text.indexOf(words, from);
    if (at === -1) continue;
    from = at + words.length;
    if (place < from) return index;
  }
  return messages.length - 1;
}

/** Where our other conversations begin to differ: the fixed prompt and the machine's facts are shared. */
function untilFirstWords(state: SessionState): number {
  let tokens = 0;
  for (const block of contextLedger(state).blocks) {
    tokens += block.tokens;
    if (block.kind === "user") break;
  }
  return tokens;
}
