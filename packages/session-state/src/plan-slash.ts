import { type ErrorCode, JobId, Mode, type OpBody, type TurnId, type UndoTarget } from "@kestrel/protocol";
import { commandsIn, commandsSince } from "./history/covered.ts";
import { changingTurnFrom, nextRedo, undoTargetIn } from "./history/undo-choice.ts";
import { takesSnapshots } from "./select/takes-snapshots.ts";
import type { SessionState } from "./session-state.ts";
import type { SlashCommand } from "./slash-command.ts";
import type { UserEntry } from "./timeline.ts";

/** A message that both clients have, by its key, with its values. */
export type SlashSentence = {
  key:
    | `slash.${"noSession" | "notThinking" | "compactsLater" | "larger.how" | "larger.none"}`
    | `slash.${"undo" | "rewind" | "fork"}.how`
    | `undo.${"commands" | "since" | "allTheSame"}`
    | `snapshots.${"offer" | "areOn" | "areOff"}`
    | `error.${"nothing_to_undo" | "session_busy"}`
    | `commit.${"how" | "nothing"}`
    | `memory.session.${"on" | "off"}`
    | "redo.nothing";
  values?: Readonly<Record<string, number>>;
};

/**
 * The action of a slash command, the same in every client.
 * - `ask`: an op. `said` is shown before it, `after` after it; `spares` is a refusal that only means that there was nothing to do.
 * - `say`: messages only, without a request.
 * - `show`: the client shows something in its own way: a page, a list, a table.
 * - `preview`, `draft`, `fork`: a separate request to the daemon. `edit`: the text of a message is returned for editing.
 */
export type SlashPlan =
  | {
      kind: "ask";
      op: OpBody;
      said?: readonly SlashSentence[];
      after?: SlashSentence;
      spares?: { code: ErrorCode; sentence: SlashSentence };
    }
  | { kind: "say"; said: readonly SlashSentence[] }
  | { kind: "show"; what: Shown | "undo-list"; argument: string }
  | { kind: "preview"; target: UndoTarget; said: readonly SlashSentence[] }
  | { kind: "draft"; from?: TurnId }
  | { kind: "fork"; turn?: TurnId }
  | { kind: "edit"; turn: TurnId; text: string; files: boolean };

/** Commands that each client answers in its own way, always or when incomplete. */
type Shown = Exclude<
  SlashCommand,
  | "compact"
  | "undo"
  | "redo"
  | "commit"
  | "snapshots"
  | "regenerate"
  | "edit"
  | "continue"
  | "fork"
  | "answer"
  | "larger"
>;

type Open = SessionState & { sessionId: NonNullable<SessionState["sessionId"]> };

const say = (...said: SlashSentence[]): SlashPlan => ({ kind: "say", said });

/** Decides the action of a command in a session; a session without an id has not begun. */
export function planSlash(state: SessionState, command: SlashCommand, argument: string): SlashPlan {
  const needs = (plan: (open: Open) => SlashPlan): SlashPlan =>
    isOpen(state) ? plan(state) : say({ key: "slash.noSession" });
  switch (command) {
    case "mode": {
      const mode = Mode.safeParse(argument);
      return mode.success
        ? { kind: "ask", op: { type: "set-mode", mode: mode.data } }
        : { kind: "show", what: command, argument };
    }
    case "compact":
      return needs(({ openTurn }) => ({
        kind: "ask",
        op: { type: "compact", ...(argument !== "" && { matters: argument }) },
        ...(openTurn && { after: { key: "slash.compactsLater" } }),
      }));
    case "undo":
      return needs((open) => planUndo(open, argument));
    case "redo":
      return needs((open) => {
        const target = nextRedo(open);
        return target ? undoing(open, target) : say({ key: "redo.nothing" });
      });
    case "commit":
      return needs((open) => planCommit(open, argument));
    case "snapshots":
      return needs((open) =>
        argument === "on" || argument === "off"
          ? { kind: "ask", op: { type: "set-snapshots", on: argument === "on" } }
          : say({ key: takesSnapshots(open) ? "snapshots.areOn" : "snapshots.areOff" }),
      );
    case "regenerate":
    case "edit":
      return needs((open) => planRewind(open, command, argument));
    case "continue":
      return needs(() => ({ kind: "ask", op: { type: "continue" } }));
    case "fork":
      return needs((open) => planFork(open, argument));
    case "answer":
      return needs(() => ({
        kind: "ask",
        op: { type: "answer-now" },
        spares: { code: "no_open_turn", sentence: { key: "slash.notThinking" } },
      }));
    case "larger":
      return planLarger(state, argument);
    case "jobs": {
      const job = JobId.safeParse(/^stop\s+(\S+)$/.exec(argument)?.[1]);
      return job.success && isOpen(state)
        ? { kind: "ask", op: { type: "stop-job", job: job.data } }
        : { kind: "show", what: command, argument };
    }
    case "memory":
      return argument === "on" || argument === "off"
        ? {
            kind: "ask",
            op: { type: "set-memory", on: argument === "on" },
            after: { key: `memory.session.${argument}` },
          }
        : { kind: "show", what: command, argument };
    case "remember":
    case "forget":
    case "help":
    case "new":
    case "resume":
    case "model":
    case "loadout":
    case "sampling":
    case "system":
    case "context":
    case "permissions":
    case "trust":
    case "status":
    case "crew":
    case "skills":
    case "prompts":
    case "mcp":
    case "web":
    case "hooks":
    case "helpers":
    case "worktree":
    case "init":
    case "rewind":
    case "rename":
    case "copy":
    case "diff":
    case "export":
    case "loop":
    case "exit":
      return { kind: "show", what: command, argument };
    default:
      return command satisfies never;
  }
}

function isOpen(state: SessionState): state is Open {
  return state.sessionId !== undefined;
}

/**
 * `/undo [list | preview] [N | to N]`. Without a turn it never skips a command silently: if some ran since, it reports them and asks for
 * the turn.
 */
function planUndo(state: Open, argument: string): SlashPlan {
  const [first, ...rest] = argument.split(/\s+/).filter(Boolean);
  if (first === "list") return { kind: "show", what: "undo-list", argument: "" };
  const preview = first === "preview";
  const named = preview ? rest.join(" ") : argument;
  const target = undoTargetIn(state, named);
  if (target === "unclear") return say({ key: "slash.undo.how" });
  const since = named === "" ? commandsSince(state, target) : undefined;
  const offer: SlashSentence[] = takesSnapshots(state) ? [] : [{ key: "snapshots.offer" }];
  if (!target) {
    const passed: SlashSentence[] = since
      ? [{ key: "undo.commands", values: { count: since.count } }, ...offer]
      : [];
    return say({ key: "error.nothing_to_undo" }, ...passed);
  }
  if (since?.turn === undefined) return undoing(state, target, preview);
  const { turn, count } = since;
  const ran: SlashSentence = { key: "undo.since", values: { turn, count } };
  if (preview) return undoing(state, target, true, [ran, ...offer]);
  return say(ran, { key: "undo.allTheSame", values: { turn } }, ...offer);
}

/** Reports the part of the target that no undo covers before it runs. */
function undoing(
  state: Open,
  target: UndoTarget,
  preview = false,
  before: readonly SlashSentence[] = [],
): SlashPlan {
  const count = commandsIn(state, target);
  const commands: SlashSentence[] = count > 0 ? [{ key: "undo.commands", values: { count } }] : [];
  const offer: SlashSentence[] =
    count > 0 && before.length === 0 && !takesSnapshots(state) ? [{ key: "snapshots.offer" }] : [];
  const said = [...before, ...commands, ...offer];
  return preview
    ? { kind: "preview", target, said }
    : { kind: "ask", op: { type: "undo", target }, ...(said.length > 0 && { said }) };
}

function planCommit(state: Open, argument: string): SlashPlan {
  if (!/^(?:[1-9]\d*)?$/.test(argument)) return say({ key: "commit.how" });
  if (argument === "") return { kind: "draft" };
  const from = changingTurnFrom(state, Number(argument));
  return from === undefined ? say({ key: "commit.nothing" }) : { kind: "draft", from };
}

/** Answers the last message again, or returns it for editing. `files`: also undoes the changes to files since. */
function planRewind(state: Open, command: "regenerate" | "edit", argument: string): SlashPlan {
  const last = messagesIn(state).at(-1);
  if (!last) return say({ key: "slash.noSession" });
  if (argument !== "" && argument !== "files") return say({ key: "slash.rewind.how" });
  const files = argument === "files";
  const { turnId: turn, text } = last;
  if (command === "regenerate")
    return { kind: "ask", op: { type: "rewind", turn, again: true, ...(files && { files }) } };
  return state.openTurn ? say({ key: "error.session_busy" }) : { kind: "edit", turn, text, files };
}

function planFork(state: Open, argument: string): SlashPlan {
  const messages = messagesIn(state);
  if (messages.length === 0) return say({ key: "slash.noSession" });
  if (argument === "") return { kind: "fork" };
  const message = messages[Number(argument) - 1];
  return message ? { kind: "fork", turn: message.turnId } : say({ key: "slash.fork.how" });
}

function planLarger({ sessionId, escalation }: SessionState, argument: string): SlashPlan {
  const answer = argument.toLowerCase();
  if (answer !== "yes" && answer !== "no") return say({ key: "slash.larger.how" });
  if (sessionId === undefined || !escalation?.open) return say({ key: "slash.larger.none" });
  const { offer } = escalation.open;
  return { kind: "ask", op: { type: "answer-escalation", offer, accepted: answer === "yes" } };
}

function messagesIn({ timeline }: SessionState): UserEntry[] {
  return [...timeline].filter((entry) => entry.kind === "user");
}
