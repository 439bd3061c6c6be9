import { askStopHook } from "../completion/ask-stop-hook.ts";
import { contradictionOf } from "../completion/contradiction.ts";
import { definitionOfDone } from "../completion/definition-of-done.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import { judgeReply } from "../loop-detection/judge-reply.ts";
import { remindersFor, type TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import { textsOf } from "../model-traits/texts-of.ts";
import type { StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

/**
 * Whether a turn without further calls is over: an acceptable reply, finished work, the user's own check. Without a spare step, an
 * acceptable reply is the end.
 */
export async function judgeEnding(
  parts: Pick<StepParts, "agent" | "journal" | "turnId" | "cancel" | "traits">,
  turn: TurnSoFar,
  toSpare: boolean,
): Promise<TurnVerdict> {
  const { agent, journal, turnId, cancel, traits } = parts;
  const { state } = journal;
  // An answer by a schema contains no work to verify, and the client checks it.
  if (state.openTurn?.answerSchema) return goOn;
  const finished = turn.replies.at(-1)?.finished;
  const reply = finished ? goOn : judgeReply(turn, state.mode, traits);
  if (reply.kind !== "go-on") return reply;
  if (finished || !toSpare) {
    const end = honestEnd(turn, traits);
    if (end.kind !== "go-on" || !toSpare) return end;
  }
  // No reminder directly after a filled-in form.
  const isChecked = agent.hooks?.checked?.(state.workspace) === true;
  const work = finished || isChecked ? goOn : definitionOfDone(state, turn, textsOf(agent, state), traits);
  if (work.kind !== "go-on") return work;
  const hook = agent.hooks?.stop;
  const { workspace, mode } = state;
  const checked = hook ? await askStopHook(hook, turn, { workspace, mode, turnId, cancel }) : work;
  if (checked.kind !== "go-on") return checked;
  const held = await holdTurn(parts, turn);
  return held.kind === "go-on" ? honestEnd(turn, traits) : held;
}

/** The ending that the log supports: an unchanged answer after a reminder does not count as done. */
function honestEnd(turn: TurnSoFar, traits: StepParts["traits"]): TurnVerdict {
  const fact = contradictionOf(turn, traits);
  if (fact !== undefined) return { kind: "end", reason: "unfinished", unfinished: { fact } };
  const { finished } = turn.replies.at(-1) ?? {};
  if (finished === undefined || finished.done) return goOn;
  const { why } = finished;
  return { kind: "end", reason: "unfinished", unfinished: { fact: "said_so", ...(why && { why }) } };
}

/** How often hooks may prolong one turn; then it ends. */
const mostHolds = 2;

/** Asks the hooks whether a finished turn may end. */
async function holdTurn(
  { agent, journal: { state }, cancel }: Pick<TurnParts, "agent" | "journal" | "cancel">,
  turn: TurnSoFar,
): Promise<TurnVerdict> {
  const held = remindersFor(turn, "hook");
  const reply = turn.replies.at(-1)?.text ?? "";
  const answers = await askHooks(agent, state, { stage: "turn_ended", reason: "done", reply, held }, cancel);
  const more = answers.filter(({ said }) => said === "held");
  if (more.length === 0 || held >= mostHolds || cancel.aborted) return goOn;
  const reasons = more.map(({ hook, text }) => `${hook}: ${text}`).join("\n");
  return { kind: "remind", cause: "hook", text: `A hook of the user's says this is not done:\n${reasons}` };
}
