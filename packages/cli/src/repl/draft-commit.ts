import { changingTurnFrom } from "@kestrel/session-state";
import type { SlashContext } from "./slash-context.ts";

/** `/commit [N]`: a message for what the session changed, all of it or since that turn. Its lines stand as they are, to be copied. */
export async function draftCommit(
  {
    connection,
    dialogue,
    surface,
    say,
    paint,
  }: Pick<SlashContext, "connection" | "surface" | "say" | "paint"> & {
    dialogue: Pick<SlashContext["dialogue"], "state">;
  },
  argument: string,
): Promise<void> {
  const { state } = dialogue;
  if (state?.sessionId === undefined) return void surface.tell(say("repl.noSession"));
  if (!/^(?:[1-9]\d*)?$/.test(argument)) return void surface.tell(say("commit.how"));
  const from = argument === "" ? undefined : changingTurnFrom(state, Number(argument));
  if (argument !== "" && from === undefined) return void surface.tell(say("commit.nothing"));
  const params = { id: state.sessionId };
  const { draft } = await connection.client.call("draftCommit", { params, body: { from } });
  if (!draft) return void surface.tell(say("commit.nothing"));
  surface.print([draft.message, "", paint("dim", say(`commit.by.${draft.by}`))].join("\n"));
}
