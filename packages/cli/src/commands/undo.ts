import {
  changingTurnFrom,
  commandsIn,
  emptySession,
  evolve,
  type FileRestoration,
  nextRedo,
  nextUndo,
  type SessionId,
  type SessionState,
  turnNumbered,
  type UndoTarget,
} from "@kestrel/protocol";
import { askSession, newOpId } from "@kestrel/server/client";
import { type Flags, UsageError } from "../arguments.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/run-result.ts";
import { restorationLines } from "../session-lines/restoration-lines.ts";
import { print, printJson } from "../terminal/print.ts";
import { paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel undo [--session ID] [--turn N | --to N] [--redo] [--preview]`: what a session, or the last one of this folder, did to files, taken back. */
export async function undo({ flags, say }: CommandInput): Promise<ExitCode> {
  const connection = await joinOrStart({ flags, say });
  try {
    const { client } = connection;
    const folder = await folderOf(flags);
    const sessions = await sessionsByAge(client);
    const session =
      flags.session === undefined
        ? sessions.find(({ workspace }) => workspace === folder)
        : sessionCalled(sessions, flags.session);
    if (!session) throw new CommandFailure("nothing_to_undo", {});
    const state = await stateOf(client, session.id);
    const target = targetOf(flags, state, say);
    const commands = commandsIn(state, target);
    const restoration = flags.preview
      ? await client.call("previewUndo", { params: { id: session.id }, body: { target } })
      : await restored(client, session.id, target);
    const { files, refused } = restoration;
    if (flags.json)
      printJson({
        schema: schemaVersion,
        session: session.id,
        preview: flags.preview === true,
        target,
        files,
        refused,
        commands,
      });
    else {
      const shown = { preview: flags.preview, diffs: flags.preview };
      const lines = restorationLines(restoration, say, paintFor(process.stdout, process.env), shown);
      if (commands > 0) lines.push(say("undo.commands", { count: commands }));
      if (commands > 0 && !state.snapshots) lines.push(say("snapshots.offer"));
      print(lines.join("\n"));
    }
    return refused.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await connection.close();
  }
}

async function stateOf(client: Connection["client"], id: SessionId): Promise<SessionState> {
  const { events } = await client.call("readLog", { params: { id } });
  return events.reduce(evolve, emptySession);
}

/** Asks for it, and reads in the log what became of it. */
async function restored(
  client: Connection["client"],
  id: SessionId,
  target: UndoTarget,
): Promise<FileRestoration> {
  const opId = newOpId();
  await askSession(client, id, { type: "undo", target }, opId);
  const { events } = await client.call("readLog", { params: { id } });
  for (const { body } of events.reverse())
    if (body.type === "files.restored" && body.opId === opId) return body;
  throw new CommandFailure("internal", {});
}

function targetOf(flags: Flags, state: SessionState, say: Say): UndoTarget {
  const given = (["turn", "to", "redo"] as const).filter((flag) => flags[flag] !== undefined);
  const [one, other] = given;
  if (one && other) throw new UsageError(say("usage.either", { one: `--${one}`, other: `--${other}` }));
  const target = flags.redo
    ? nextRedo(state)
    : one && one !== "redo"
      ? numbered(state, one, flags[one] ?? "", say)
      : nextUndo(state);
  if (!target) throw new CommandFailure("nothing_to_undo", {});
  return target;
}

/** A turn by its number, as `/undo list` shows them. */
function numbered(state: SessionState, flag: "turn" | "to", value: string, say: Say): UndoTarget | undefined {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(say("usage.value", { flag: `--${flag}`, value, expected: "1, 2, 3 …" }));
  const turn = (flag === "to" ? changingTurnFrom : turnNumbered)(state, number);
  return turn === undefined ? undefined : flag === "turn" ? { turn } : { to: turn };
}
