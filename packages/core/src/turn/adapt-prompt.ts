import { render } from "../context/render.ts";
import type { Reply } from "./reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/**
 * Writes the history anew, once in a session's life, where a template refused what an older version wrote: names of calls
 * that are too short, or words of the user's right behind a result. False where the history would read as it does now.
 */
export async function adaptPrompt(
  { journal, turnId }: Pick<TurnParts, "journal" | "turnId">,
  { failure }: Reply,
): Promise<boolean> {
  const { state } = journal;
  const mayHelp = failure?.code === "template" || (failure?.code === "unknown" && !failure.params?.retryable);
  if (!mayHelp || state.adaptedAt !== undefined) return false;
  const messages = (one: typeof state) => JSON.stringify(render(one).messages);
  if (messages(state) === messages({ ...state, adaptedAt: state.lastSeq })) return false;
  await journal.append({ type: "prompt.adapted", turnId });
  return true;
}
