import type { SayAny } from "@kestrel/i18n";
import { Mode, type OpBody, type SessionId, type TurnId } from "@kestrel/protocol";
import type { CommitDraft, Invocable } from "@kestrel/protocol/api";
import { type MemoryAnswer, planWish, type WorktreeAnswer, wishOf } from "@kestrel/server/client";
import {
  calledByName,
  isShared,
  planSlash,
  runningJobs,
  type SessionState,
  type SlashCommand,
  type SlashPlan,
  type SlashSentence,
} from "@kestrel/session-state";
import { shortIdsOf } from "@kestrel/session-state/memories";
import { looksBack } from "@kestrel/session-state/tail";
import type { Translate } from "../../../i18n/catalogue.ts";
import { failureOf } from "../../../session/failure.ts";

/** Addresses of commands that open a page or panel. */
export type SlashPlaces = {
  newSession(): void;
  model(): void;
  loadouts(): void;
  settings(): void;
  memory(): void;
  loops(): void;
  /** The context view; absent before the first message. */
  lens?(): void;
  /** The crew page; absent before the first message. */
  crew?(): void;
  session(id: SessionId): void;
};

export type SlashDesk = {
  /** Has no id before the first message. */
  state: SessionState;
  /** The state with the complete log; absent before the first message. */
  whole?(): Promise<SessionState>;
  send(op: OpBody): Promise<void>;
  /** Puts the text of that message into the input, to be sent in its place. With `files`, sending also undoes later file changes. */
  edit(turn: TurnId, files: boolean): void;
  /** Opens a preview of the undo; absent before the first message. */
  review?(): void;
  /** A commit message for the session's changes since that turn, or for all of them. */
  draftCommit(from?: TurnId): Promise<CommitDraft | undefined>;
  /** A new session with the messages before that turn, or with all of them. */
  fork(turn?: TurnId): Promise<SessionId>;
  places: SlashPlaces;
  /** Runs a memory command. */
  memory(command: "remember" | "forget" | "memory", argument: string): Promise<MemoryAnswer>;
  /** Runs a worktree command. */
  worktree(argument: string): Promise<WorktreeAnswer>;
  /** The prompts and skills that can be invoked by name. */
  names(): Promise<readonly Invocable[]>;
  t: Translate;
};

/** A command's result: a sentence, or the list of commands; or text it put into the field. */
export type SlashAnswer = {
  said?: string /** Stands above the sentence, to be copied. */;
  draft?: string;
  list?: true;
  words?: true;
};

/** Runs a slash command from the message field. Rejects with the daemon's refusal. */
export async function doSlashCommand(
  desk: SlashDesk,
  command: SlashCommand,
  argument: string,
): Promise<SlashAnswer> {
  const { t } = desk;
  if (!isShared(command)) return { said: t(`slash.where.${command}`) };
  const state = looksBack.has(command) && desk.whole ? await desk.whole() : desk.state;
  const plan = planSlash(state, command, argument);
  switch (plan.kind) {
    case "say":
      return { said: sentences(plan.said, t) };
    case "show":
      if (
        plan.what === "remember" ||
        plan.what === "forget" ||
        (plan.what === "memory" && plan.argument !== "")
      )
        return { said: factWords(await desk.memory(plan.what, plan.argument), t) };
      if (plan.what === "worktree" && plan.argument !== "")
        return worktreeWords(await desk.worktree(plan.argument), t);
      if (plan.what === "loop" && wishOf(plan.argument) !== undefined) {
        await desk.send({ type: "send-message", text: planWish(wishOf(plan.argument) ?? "") });
        return { said: t("loop.drafting") };
      }
      return show(desk, plan);
    case "ask":
      return ask(desk, plan);
    case "preview":
      desk.review?.();
      return {};
    case "draft": {
      const draft = await desk.draftCommit(plan.from);
      if (!draft) return { said: t("commit.nothing") };
      return { said: t(`commit.by.${draft.by}`), draft: draft.message };
    }
    case "fork":
      desk.places.session(await desk.fork(plan.turn));
      return {};
    case "edit":
      desk.edit(plan.turn, plan.files);
      return { words: true };
    default:
      return plan satisfies never;
  }
}

/** Invokes a prompt or skill by name; undefined when nothing has that name. Rejects with the daemon's refusal. */
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

async function ask(
  { send, t }: SlashDesk,
  { op, said = [], after, spares }: Extract<SlashPlan, { kind: "ask" }>,
): Promise<SlashAnswer> {
  try {
    await send(op);
  } catch (thrown) {
    if (spares === undefined || failureOf(thrown).code !== spares.code) throw thrown;
    return { said: sentences([spares.sentence], t) };
  }
  const told = [...said, ...(after ? [after] : [])];
  if (told.length > 0) return { said: sentences(told, t) };
  const done = doneBy(op, t);
  return done === undefined ? {} : { said: done };
}

/** The confirmation of an op that the conversation does not show. */
function doneBy(op: OpBody, t: Translate): string | undefined {
  if (op.type === "set-mode") return t("slash.mode.is", { mode: t(`mode.${op.mode}`) });
  return op.type === "set-snapshots" ? t(op.on ? "snapshots.on" : "snapshots.off") : undefined;
}

function sentences(said: readonly SlashSentence[], t: Translate): string {
  return said.map(({ key, values }) => (t as SayAny)(key, values)).join(" ");
}

/** Sentences and facts, each with the beginning of its id. */
function factWords({ said, rows, after = [], all }: MemoryAnswer, t: Translate): string {
  const shortId = shortIdsOf(all);
  const facts = rows.map(({ id, content }) => `${shortId(id)} ${content}`);
  const words = (list: MemoryAnswer["said"]) => list.map(({ key, values }) => (t as SayAny)(key, values));
  return [...words(said), ...facts, ...words(after)].join("\n");
}

/** A diff is shown above the sentences, to be read and copied. */
function worktreeWords({ said, diff }: WorktreeAnswer, t: Translate): SlashAnswer {
  const words = said.map(({ key, values }) => (t as SayAny)(key, { worktree: "/worktree", ...values }));
  return { said: words.join("\n"), ...(diff !== undefined && { draft: diff }) };
}

/** Opens commands that are pages, panels or lists here. */
function show(desk: SlashDesk, { what }: Extract<SlashPlan, { kind: "show" }>): SlashAnswer {
  const { state, places, t } = desk;
  const inSession = (open: (() => void) | undefined): SlashAnswer => {
    if (state.sessionId === undefined) return { said: t("slash.noSession") };
    open?.();
    return {};
  };
  const lead = (open: () => void): SlashAnswer => {
    open();
    return {};
  };
  switch (what) {
    case "help":
      return { list: true };
    case "mode":
      return { said: t("slash.mode.how", { mode: state.mode, modes: Mode.options.join(", ") }) };
    case "new":
      return lead(() => places.newSession());
    case "model":
      return lead(() => places.model());
    case "loadout":
      return lead(() => places.loadouts());
    case "memory":
      return lead(() => places.memory());
    case "worktree":
    case "loop":
      return lead(() => places.loops());
    case "permissions":
    case "trust":
    case "status":
      return lead(() => places.settings());
    case "context":
      return inSession(() => places.lens?.());
    case "crew":
      return inSession(() => places.crew?.());
    case "undo-list":
      return inSession(() => desk.review?.());
    case "jobs":
      if (state.sessionId === undefined) return { said: t("slash.noSession") };
      // Running jobs are shown above the field.
      return { said: t(runningJobs(state).length === 0 ? "slash.jobs.none" : "slash.jobs.how") };
    case "remember":
    case "forget":
      return {};
    case "init":
    case "rewind":
    case "rename":
    case "copy":
    case "diff":
    case "export":
    case "resume":
    case "sampling":
    case "system":
    case "skills":
    case "prompts":
    case "mcp":
    case "web":
    case "hooks":
    case "helpers":
    case "exit":
      return { said: t(`slash.where.${what}`) };
    default:
      return what satisfies never;
  }
}
