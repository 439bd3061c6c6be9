import type { FileRestoration, SessionId, UndoTarget } from "@kestrel/protocol";
import { askSession, newOpId } from "@kestrel/server/client";
import {
  changingTurnFrom,
  commandsIn,
  commandsSince,
  emptySession,
  evolve,
  nextRedo,
  nextUndo,
  type PassedOver,
  type SessionState,
  takesSnapshots,
  turnNumbered,
} from "@kestrel/session-state";
import { type Flags, UsageError } from "../arguments.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { restorationLines } from "../session-lines/restoration-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import { paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/**
 * `kestrel undo [--session ID] [--turn N | --to N] [--redo] [--preview]`: undoes the file changes of a session, or of the last one in this
 * folder. Without a turn it undoes nothing when commands ran since, and reports them.
 */
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
    const isNamed = flags.redo || flags.turn !== undefined || flags.to !== undefined;
    const since = isNamed ? undefined : commandsSince(state, target);
    if (!target) {
      if (since) printAside([say("undo.commands", since), ...offerIn(state, say)].join("\n"));
      throw new CommandFailure("nothing_to_undo", {});
    }
    const commands = commandsIn(state, target);
    const paint = paintFor(process.stdout, process.env);
    const isHeld = since !== undefined && !flags.preview;
    const restoration = isHeld
      ? { files: [], refused: [] }
      : flags.preview
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
        ...(since && { since }),
      });
    else if (isHeld) {
      const { session: named } = flags;
      const how = say("undo.byTurn", {
        turn: since.turn ?? 0,
        ...(named !== undefined && { session: named }),
      });
      printAside([...sinceIn(since, say), how, ...offerIn(state, say)].join("\n"));
    } else {
      const shown = { preview: flags.preview, diffs: flags.preview };
      const lines = [
        ...sinceIn(since, say),
        ...restorationLines({ ...restoration, target }, say, paint, shown),
      ];
      if (commands > 0) lines.push(say("undo.commands", { count: commands }));
      if (commands > 0 || since) lines.push(...offerIn(state, say));
      print(lines.join("\n"));
    }
    return isHeld || refused.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await connection.close("as-found");
  }
}

function sinceIn(since: PassedOver | undefined, say: Say): string[] {
  return since?.turn === undefined ? [] : [say("undo.since", { turn: since.turn, count: since.count })];
}

function offerIn(state: SessionState, say: Say): string[] {
  return takesSnapshots(state) ? [] : [say("snapshots.offer")];
}

async function stateOf(client: Connection["client"], id: SessionId): Promise<SessionState> {
  const { events } = await client.call("readLog", { params: { id } });
  return events.reduce(evolve, emptySession);
}

/** Sends the undo, and reads its result from the log. */
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

function targetOf(flags: Flags, state: SessionState, say: Say): UndoTarget | undefined {
  const given = (["turn", "to", "redo"] as const).filter((flag) => flags[flag] !== undefined);
  const [one, other] = given;
  if (one && other) throw new UsageError(say("usage.either", { one: `--${one}`, other: `--${other}` }));
  return flags.redo
    ? nextRedo(state)
    : one && one !== "redo"
      ? numbered(state, one, flags[one] ?? "", say)
      : nextUndo(state);
}

/** A turn by its number in `/undo list`. */
function numbered(state: SessionState, flag: "turn" | "to", value: string, say: Say): UndoTarget | undefined {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(say("usage.value", { flag: `--${flag}`, value, expected: "1, 2, 3 …" }));
  const turn = (flag === "to" ? changingTurnFrom : turnNumbered)(state, number);
  return turn === undefined ? undefined : flag === "turn" ? { turn } : { to: turn };
}
