import { JobId, Mode, type OpBody, type SessionId, type TurnId } from "@kestrel/protocol";
import type { CommitDraft, Invocable } from "@kestrel/protocol/api";
import {
  calledByName,
  changingTurnFrom,
  commandsSince,
  isShared,
  nextRedo,
  runningJobs,
  type SessionState,
  type SharedCommand,
  type SlashCommand,
  type UserEntry,
  undoTargetIn,
} from "@kestrel/session-state";
import type { Translate } from "../../../i18n/catalogue.ts";
import { failureOf } from "../../../session/failure.ts";

/** Where commands lead that are pages or panels here. */
export type SlashPlaces = {
  newSession(): void;
  model(): void;
  loadouts(): void;
  settings(): void;
  /** What fills the window; absent before the first message. */
  lens?(): void;
  /** What other models did; absent before the first message. */
  crew?(): void;
  session(id: SessionId): void;
};

export type SlashDesk = {
  /** Without an id before the first message. */
  state: SessionState;
  send(op: OpBody): Promise<void>;
  /** Puts the words of that message into the field, to be sent in its place; with `files` what was done since is taken back then. */
  edit(turn: TurnId, files: boolean): void;
  /** A commit message for what the session changed since that turn, or in all of it. */
  draftCommit(from?: TurnId): Promise<CommitDraft | undefined>;
  /** Another session with the messages before that turn, or all of them. */
  fork(turn?: TurnId): Promise<SessionId>;
  places: SlashPlaces;
  /** What can be called by its name here. */
  names(): Promise<readonly Invocable[]>;
  t: Translate;
};

/** What became of a command: a sentence, or all commands shown; or it put words into the field itself. */
export type SlashAnswer = {
  said?: string /** Stands above the sentence, to be copied. */;
  draft?: string;
  list?: true;
  words?: true;
};

/** Does what a command typed in the message field asks. Rejects with what the daemon refuses. */
export async function doSlashCommand(
  desk: SlashDesk,
  command: SlashCommand,
  argument: string,
): Promise<SlashAnswer> {
  const { state, places, t } = desk;
  if (!isShared(command)) return { said: t(`slash.where.${command}`) };
  switch (command) {
    case "help":
      return { list: true };
    case "mode":
      return setMode(desk, argument);
    case "new":
      places.newSession();
      return {};
    case "model":
      places.model();
      return {};
    case "loadout":
      places.loadouts();
      return {};
    case "permissions":
    case "trust":
    case "status":
      places.settings();
      return {};
    default:
      return state.sessionId === undefined
        ? { said: t("slash.noSession") }
        : inSession(desk, command, argument);
  }
}

/** Does a line that calls a prompt or a skill; undefined where nothing has that name. Rejects with what the daemon refuses. */
export async function callByName(
  { state, names, send, t }: SlashDesk,
  line: string,
): Promise<SlashAnswer | undefined> {
  const called = calledByName(line, await names());
  if (!called) return undefined;
  const { name, argument, words } = called;
  const within = state.openTurn !== undefined;
  await send({ type: "invoke", name, ...(argument !== "" && { argument }) });
  if (words === undefined) return { said: t(within ? "slash.invokedLater" : "slash.invoked", { name }) };
  await send({ type: "send-message", text: words });
  return {};
}

type SessionCommand = Exclude<
  SharedCommand,
  "help" | "mode" | "new" | "model" | "loadout" | "permissions" | "trust" | "status"
>;

async function inSession(desk: SlashDesk, command: SessionCommand, argument: string): Promise<SlashAnswer> {
  const { state, send, places, t } = desk;
  switch (command) {
    case "context":
      places.lens?.();
      return {};
    case "crew":
      places.crew?.();
      return {};
    case "compact":
      await send(argument === "" ? { type: "compact" } : { type: "compact", matters: argument });
      return state.openTurn ? { said: t("compact.later") } : {};
    case "undo":
    case "redo":
      return undo(desk, command, argument);
    case "commit":
      return commit(desk, argument);
    case "snapshots":
      return snapshots(desk, argument);
    case "regenerate":
    case "edit":
      return rewind(desk, command, argument);
    case "continue":
      await send({ type: "continue" });
      return {};
    case "fork":
      return fork(desk, argument);
    case "answer":
      return answerNow(desk);
    case "jobs":
      return jobs(desk, argument);
    default:
      return command satisfies never;
  }
}

async function setMode({ state, send, t }: SlashDesk, argument: string): Promise<SlashAnswer> {
  const mode = Mode.safeParse(argument);
  if (!mode.success)
    return { said: t("slash.mode.how", { mode: state.mode, modes: Mode.options.join(", ") }) };
  await send({ type: "set-mode", mode: mode.data });
  return { said: t("slash.mode.is", { mode: t(`mode.${mode.data}`) }) };
}

async function undo(
  { state, send, t }: SlashDesk,
  command: "undo" | "redo",
  argument: string,
): Promise<SlashAnswer> {
  const target = command === "redo" ? nextRedo(state) : undoTargetIn(state, argument);
  if (target === "unclear") return { said: t("slash.undo.how") };
  const since = command === "undo" && argument === "" ? commandsSince(state, target) : undefined;
  if (!target || since?.turn !== undefined) {
    const lines = target ? [] : [t("error.nothing_to_undo")];
    if (since?.turn === undefined) lines.push(...(since ? [t("undo.commands", since)] : []));
    else
      lines.push(t("undo.since", { ...since, turn: since.turn }), t("undo.allTheSame", { turn: since.turn }));
    if (since && !state.snapshots) lines.push(t("snapshots.offer"));
    return { said: lines.join(" ") };
  }
  await send({ type: "undo", target });
  return {};
}

async function commit({ state, draftCommit, t }: SlashDesk, argument: string): Promise<SlashAnswer> {
  if (!/^(?:[1-9]\d*)?$/.test(argument)) return { said: t("commit.how") };
  const from = argument === "" ? undefined : changingTurnFrom(state, Number(argument));
  const draft = argument !== "" && from === undefined ? undefined : await draftCommit(from);
  return draft ? { said: t(`commit.by.${draft.by}`), draft: draft.message } : { said: t("commit.nothing") };
}

async function snapshots({ state, send, t }: SlashDesk, argument: string): Promise<SlashAnswer> {
  if (argument !== "on" && argument !== "off")
    return { said: t(state.snapshots ? "snapshots.areOn" : "snapshots.areOff") };
  const on = argument === "on";
  await send({ type: "set-snapshots", on });
  return { said: t(on ? "snapshots.on" : "snapshots.off") };
}

async function rewind(
  { state, send, edit, t }: SlashDesk,
  command: "regenerate" | "edit",
  argument: string,
): Promise<SlashAnswer> {
  const last = messagesOf(state).at(-1);
  if (!last) return { said: t("slash.noSession") };
  if (argument !== "" && argument !== "files") return { said: t("slash.rewind.how") };
  const files = argument === "files";
  if (command === "edit") {
    if (state.openTurn) return { said: t("error.session_busy") };
    edit(last.turnId, files);
    return { words: true };
  }
  await send({ type: "rewind", turn: last.turnId, again: true, ...(files && { files }) });
  return {};
}

async function fork({ state, places, t, ...desk }: SlashDesk, argument: string): Promise<SlashAnswer> {
  const message = argument === "" ? undefined : messagesOf(state)[Number(argument) - 1];
  if (argument !== "" && !message) return { said: t("slash.fork.how") };
  places.session(await desk.fork(message?.turnId));
  return {};
}

async function answerNow({ send, t }: SlashDesk): Promise<SlashAnswer> {
  try {
    await send({ type: "answer-now" });
    return {};
  } catch (thrown) {
    if (failureOf(thrown).code !== "no_open_turn") throw thrown;
    return { said: t("slash.notThinking") };
  }
}

/** What runs stands above the field; a command ends one of them. */
async function jobs({ state, send, t }: SlashDesk, argument: string): Promise<SlashAnswer> {
  const job = JobId.safeParse(/^stop\s+(\S+)$/.exec(argument)?.[1]);
  if (job.success) await send({ type: "stop-job", job: job.data });
  else return { said: t(runningJobs(state).length === 0 ? "slash.jobs.none" : "slash.jobs.how") };
  return {};
}

function messagesOf({ timeline }: SessionState): UserEntry[] {
  return [...timeline].filter((entry) => entry.kind === "user");
}
