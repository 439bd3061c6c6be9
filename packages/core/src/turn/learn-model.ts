import type { ModelFacts } from "@kestrel/protocol/api";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { render } from "../context/render.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { TurnParts } from "./turn-parts.ts";

/** Asks what is loaded now, and notes a window that the session does not know. A server that cannot tell changes nothing. */
export async function learnModel(
  backend: Pick<ModelBackend, "facts">,
  { journal, cancel }: Pick<TurnParts, "journal" | "cancel">,
): Promise<ModelFacts | undefined> {
  const facts = await untilCancelled(
    backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  const { overruled } = journal.state;
  if (window === undefined || window === journal.state.window) return facts;
  // What the server refused it knows better than what it says of itself.
  if (overruled && overruled.told === window) return facts;
  const used = estimatePrompt(render(journal.state));
  await journal.append({ type: "context.measured", used, window, source: "estimate" });
  return facts;
}
