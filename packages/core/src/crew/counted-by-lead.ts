import type { AgentParts } from "../ports/agent-parts.ts";

/** Tokens that a text has for the lead, by its own server's tokenizer, which takes no slot for it; undefined where it cannot tell. */
export async function countedByLead(
  { backend }: Pick<AgentParts, "backend">,
  text: string,
): Promise<number | undefined> {
  const counted = await backend.countTexts?.([text]).catch(() => undefined);
  return counted?.[0];
}
