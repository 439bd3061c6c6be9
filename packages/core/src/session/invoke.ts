import type { EventBody, Op, OpAnswer } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { describedBefore } from "../catalog/described-before.ts";
import { KestrelError } from "../errors.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { Invocation } from "../ports/library.ts";

/**
 * Adds the text of a prompt or a skill to the next message; during a turn to its next step, or else to the message after it.
 * Nothing sent is changed, and a text in the history is not added again. Rejects with `not_found`.
 */
export async function invoke(
  { library, texts }: Pick<AgentParts, "library" | "texts">,
  journal: SessionJournal,
  { name, argument = "", opId }: Op & { type: "invoke" },
): Promise<OpAnswer> {
  const told = await library?.expand(
    name,
    argument.trim(),
    journal.state.workspace,
    textsOf({ texts }, journal.state),
  );
  if (!told) throw new KestrelError("not_found", "nothing of that name", { words: name });
  let joined: OpAnswer | undefined;
  await journal.appendFrom((state) => {
    const words = wordsFor(state, told, name, opId);
    const [first] = words;
    if (first?.type === "note.queued") joined = { accepted: "joined", turnId: first.turnId };
    // The first event of an op gives its result.
    return [...words, ...modeSet(state, told, opId)];
  });
  return joined ?? { accepted: "done" };
}

function modeSet({ mode }: SessionState, told: Invocation, opId: string): EventBody[] {
  if (told.mode === "plan" && mode !== "plan") return [{ type: "mode.set", mode: "plan", opId }];
  if (told.mode === "not-plan" && mode === "plan") return [{ type: "mode.set", mode: "ask", opId }];
  return [];
}

function wordsFor(
  state: SessionState,
  { kind, text, digest }: Invocation,
  name: string,
  opId: string,
): EventBody[] {
  // A prompt replaces the prompt before it. Each version of a skill is added once.
  const key = kind === "prompt" ? "/" : name;
  const named = kind === "prompt" ? `${name} ${digest}` : digest;
  if (describedBefore(state, key) === named) return [];
  const note = { kind, text, described: [{ name: key, digest: named }], opId };
  // Between a reply and its calls, or next to a sent message, nothing can be appended.
  if (state.openTurn) return [{ type: "note.queued", turnId: state.openTurn.turnId, ...note }];
  return [{ type: "context.added", ...note }];
}
