import { askSession } from "@kestrel/server/client";
import { calledByName } from "@kestrel/session-state";
import { newSession } from "../daemon/pick-session.ts";
import type { SlashContext } from "./slash-context.ts";

/** Runs a line that calls a prompt or a skill by name; false when none has that name. Rejects with the daemon's error. */
export async function callByName(
  { connection, dialogue, surface, say, paint, folder }: SlashContext,
  line: string,
): Promise<boolean> {
  const body = { workspace: dialogue.state?.workspace ?? folder };
  const { names } = await connection.client.call("listInvocables", { body });
  const called = calledByName(line, names);
  if (!called) return false;
  const { name, argument } = called;
  if (dialogue.state === undefined) await dialogue.resume(await newSession(connection, dialogue.wished.now));
  const id = dialogue.state?.sessionId;
  if (id === undefined) return false;
  const { accepted } = await askSession(connection.client, id, {
    type: "invoke",
    name,
    ...(argument !== "" && { argument }),
  });
  const told = accepted === "joined" ? "slash.invokedLater" : "slash.invoked";
  if (called.words === undefined) surface.tell(paint("dim", say(told, { name })));
  else await dialogue.say(called.words);
  return true;
}
