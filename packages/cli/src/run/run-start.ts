import type { SayAny } from "@kestrel/i18n";
import type { OpBody } from "@kestrel/protocol";
import {
  calledByName,
  emptySession,
  planSlash,
  readSlash,
  type SessionState,
  type SlashCommand,
} from "@kestrel/session-state";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";

/** The ops of a run: the one that starts its turn, and those before it. */
export type RunStart = { before: readonly OpBody[]; op: OpBody };

export type RunSurroundings = {
  /** The named session's state; a new one has none. */
  state(): Promise<SessionState | undefined>;
  /** The callable prompts and skills. */
  names(): Promise<Parameters<typeof calledByName>[1]>;
  say: Say;
};

/** Shell equivalents of slash commands. A command without a row exists only in the dialogue. */
const instead: { readonly [Command in SlashCommand]?: string } = {
  help: "kestrel help",
  resume: "kestrel run -r ID",
  mode: "kestrel run --mode MODE",
  model: "kestrel models",
  loadout: "kestrel loadout",
  sampling: "kestrel run --temperature N",
  context: "kestrel sessions context ID",
  undo: "kestrel undo",
  redo: "kestrel undo --redo",
  permissions: "kestrel permissions",
  trust: "kestrel trust",
  status: "kestrel doctor",
  skills: "kestrel skills",
  prompts: "kestrel skills",
  mcp: "kestrel mcp",
  hooks: "kestrel hooks",
};

/**
 * Parses the task of `kestrel run` like a line of the dialogue: a message, a prompt or a skill by name, or a command.
 * Throws UsageError when it starts no turn: such a task is never sent as a message.
 */
export async function runStart(task: string, { state, names, say }: RunSurroundings): Promise<RunStart> {
  const read = readSlash(task);
  if (read.kind === "words") return { before: [], op: { type: "send-message", text: task } };
  if (read.kind === "unknown") {
    const called = calledByName(task, await names());
    if (called === undefined) {
      const { written, suggestion } = read;
      const near = suggestion === undefined ? {} : { suggestion: `/${suggestion}` };
      throw new UsageError(say("run.unknownCommand", { written, ...near }));
    }
    const { name, argument, words } = called;
    if (words === undefined) throw new UsageError(say("run.needsTask", { name }));
    const invoke: OpBody = { type: "invoke", name, ...(argument !== "" && { argument }) };
    return { before: [invoke], op: { type: "send-message", text: words } };
  }
  const { command, argument } = read;
  const plan = planSlash((await state()) ?? emptySession, command, argument);
  if (plan.kind === "ask" && startsTurn(plan.op)) return { before: [], op: plan.op };
  if (plan.kind === "say" && (command === "regenerate" || command === "continue"))
    throw new UsageError(plan.said.map(({ key, values }) => (say as SayAny)(key, values)).join(" "));
  const other = instead[command];
  throw new UsageError(
    say("run.onlyInConversation", { command, ...(other !== undefined && { instead: other }) }),
  );
}

function startsTurn(op: OpBody): boolean {
  return op.type === "continue" || (op.type === "rewind" && op.again === true);
}
