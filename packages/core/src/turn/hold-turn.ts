import { askHooks } from "../hooks/ask-hooks.ts";
import { remindersFor, type TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import type { TurnParts } from "./turn-parts.ts";

/** So often hooks may have one turn go on; then they are told, and it ends. */
const mostHolds = 2;

/** Asks the hooks whether a turn that is done may end. */
export async function holdTurn(
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
