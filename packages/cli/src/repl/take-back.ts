import { askSession } from "@kestrel/server/client";
import {
  changingTurns,
  commandsIn,
  commandsSince,
  nextRedo,
  type SessionState,
  type UserEntry,
  undoTargetIn,
} from "@kestrel/session-state";
import { restorationLines } from "../session-lines/restoration-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/**
 * `/undo [list | preview] [N | to N]` and `/redo`: what the session did to files. What became of it is told as it happens; what it does
 * not take back is said before. Without a turn it passes over no command in silence: it says so, and the turn is to be named.
 */
export async function undoFiles(context: SlashContext, argument: string, back = false): Promise<void> {
  const { connection, dialogue, surface, say, paint } = context;
  const { state } = dialogue;
  if (state?.sessionId === undefined) return void surface.tell(say("repl.noSession"));
  const words = argument.split(/\s+/).filter(Boolean);
  if (words[0] === "list") return void surface.tell(changesList(context, state));
  const preview = words[0] === "preview";
  const named = (preview ? words.slice(1) : words).join(" ");
  const target = back ? nextRedo(state) : undoTargetIn(state, named);
  if (target === "unclear") return void surface.tell(say("repl.undoHow"));
  const since = back || named !== "" ? undefined : commandsSince(state, target);
  const dim = (line: string) => surface.tell(paint("dim", line));
  const offer = () => (state.snapshots ? undefined : dim(say("snapshots.offer")));
  if (!target) {
    surface.tell(say("error.nothing_to_undo"));
    if (!since) return;
    dim(say("undo.commands", since));
    return offer();
  }
  if (since?.turn !== undefined) {
    surface.tell(paint("yellow", say("undo.since", { turn: since.turn, count: since.count })));
    if (!preview) surface.tell(say("undo.allTheSame", { turn: since.turn }));
    offer();
    if (!preview) return;
  }
  const { client } = connection;
  const params = { id: state.sessionId };
  const commands = commandsIn(state, target);
  if (commands > 0) dim(say("undo.commands", { count: commands }));
  if (commands > 0 && !since) offer();
  if (preview) {
    const plan = await client.call("previewUndo", { params, body: { target } });
    surface.print(
      restorationLines({ ...plan, target }, say, paint, { preview: true, diffs: true }).join("\n"),
    );
  } else await askSession(client, params.id, { type: "undo", target });
}

/** `/snapshots [on | off]`: whether what commands do to files can be taken back. */
export async function snapshots(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  const { state } = dialogue;
  if (state?.sessionId === undefined) return void surface.tell(say("repl.noSnapshots"));
  if (argument !== "on" && argument !== "off")
    return void surface.tell(say(state.snapshots ? "snapshots.areOn" : "snapshots.areOff"));
  await askSession(connection.client, state.sessionId, { type: "set-snapshots", on: argument === "on" });
}

function changesList({ say }: SlashContext, state: SessionState): string {
  const turns = changingTurns(state);
  if (turns.length === 0) return say("error.nothing_to_undo");
  return turns
    .map(({ turn, files, undone }) =>
      say(undone ? "repl.undoneTurn" : "repl.changingTurn", { turn, count: files }),
    )
    .join("\n");
}

/** `/regenerate [files]`: the last message once more. `/edit [files]`: it comes back into the line, and out of the conversation. */
export async function rewind(context: SlashContext, argument: string, how: "again" | "edit"): Promise<void> {
  const { connection, dialogue, surface, say } = context;
  const { state } = dialogue;
  const last = state && messagesOf(state).at(-1);
  if (!state?.sessionId || !last) return void surface.tell(say("repl.noSession"));
  if (argument !== "" && argument !== "files") return void surface.tell(say("repl.rewindHow"));
  await askSession(connection.client, state.sessionId, {
    type: "rewind",
    turn: last.turnId,
    ...(how === "again" && { again: true }),
    ...(argument === "files" && { files: true }),
  });
  if (how === "edit") surface.putBack(last.text);
}

/** `/continue`: the cut answer goes on. */
export async function goOn({ connection, dialogue, surface, say }: SlashContext): Promise<void> {
  const id = dialogue.state?.sessionId;
  if (id === undefined) return void surface.tell(say("repl.noSession"));
  await askSession(connection.client, id, { type: "continue" });
}

/** `/fork [N]`: another session with the same messages, all of them or those before the Nth; its words come into the line. */
export async function fork(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  const { state } = dialogue;
  if (state?.sessionId === undefined) return void surface.tell(say("repl.noSession"));
  const message = argument === "" ? undefined : messagesOf(state)[Number(argument) - 1];
  if (argument !== "" && !message) return void surface.tell(say("repl.forkHow"));
  const forked = await connection.client.call("forkSession", {
    params: { id: state.sessionId },
    body: message ? { turn: message.turnId } : {},
  });
  await dialogue.resume(forked.session);
  surface.tell(say("repl.forked", { id: forked.session.id }));
  if (forked.text !== undefined) surface.putBack(forked.text);
}

function messagesOf({ timeline }: SessionState): UserEntry[] {
  return [...timeline].filter((entry) => entry.kind === "user");
}
