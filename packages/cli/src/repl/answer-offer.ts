import { askSession } from "@kestrel/server/client";
import type { SlashContext } from "./slash-context.ts";

/** `/larger yes` lets the larger model take the turn over that was offered to it; `/larger no` does not. */
export async function answerOffer(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  const { sessionId, escalation } = dialogue.state ?? {};
  const answer = argument.toLowerCase();
  if (answer !== "yes" && answer !== "no") return void surface.tell(say("repl.largerHow"));
  if (sessionId === undefined || !escalation?.open) return void surface.tell(say("repl.noOffer"));
  const { offer } = escalation.open;
  const op = { type: "answer-escalation" as const, offer, accepted: answer === "yes" };
  await askSession(connection.client, sessionId, op);
}
