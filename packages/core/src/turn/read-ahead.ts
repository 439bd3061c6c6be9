import type { EventOf } from "@kestrel/protocol";
import { promptAfter } from "../context/compaction/plan-compaction.ts";
import type { CompactionParts } from "./making-room.ts";

/** The new prompt is read while the old one still holds: whoever speaks next waits for their own words alone. */
export async function readAhead(
  { agent, journal, images, cancel }: Pick<CompactionParts, "agent" | "journal" | "images" | "cancel">,
  event: EventOf<"context.compacted">,
): Promise<void> {
  const { state } = journal;
  const { messages, tools } = promptAfter(state, event, await images.bytes(state));
  // A server renders the newest reply anew once somebody speaks behind it: so somebody does, in one word.
  const prompt = { messages: [...messages, { role: "user" as const, content: "." }], tools };
  await agent.backend.prefill?.(prompt, { session: state.sessionId }, cancel).catch(() => undefined);
}
