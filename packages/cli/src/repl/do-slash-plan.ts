import type { SayAny } from "@kestrel/i18n";
import type { Mode } from "@kestrel/protocol";
import { askSession } from "@kestrel/server/client";
import type { SlashPlan, SlashSentence } from "@kestrel/session-state";
import { failureOf } from "../failure-of.ts";
import { autoHere } from "../permissions/auto-here.ts";
import { restorationLines } from "../session-lines/restoration-lines.ts";
import type { SlashContext } from "./slash-context.ts";

type Plan = Exclude<SlashPlan, { kind: "show" }>;

/** Runs a parsed slash command. Results of an op are reported by the session's events. Rejects with the daemon's error. */
export async function doSlashPlan(context: SlashContext, plan: Plan): Promise<void> {
  const { connection, dialogue, surface, say, paint } = context;
  if (plan.kind === "say") return tell(context, plan.said);
  if (plan.kind === "ask") return ask(context, plan);
  const id = dialogue.state?.sessionId;
  if (id === undefined) return;
  const params = { id };
  const { client } = connection;
  switch (plan.kind) {
    case "preview": {
      const { target } = plan;
      tell(context, plan.said);
      const files = await client.call("previewUndo", { params, body: { target } });
      const lines = restorationLines({ ...files, target }, say, paint, { preview: true, diffs: true });
      return surface.print(lines.join("\n"));
    }
    case "draft": {
      const { draft } = await client.call("draftCommit", { params, body: { from: plan.from } });
      if (!draft) return surface.tell(say("commit.nothing"));
      return surface.print([draft.message, "", paint("dim", say(`commit.by.${draft.by}`))].join("\n"));
    }
    case "fork": {
      const body = plan.turn === undefined ? {} : { turn: plan.turn };
      const forked = await client.call("forkSession", { params, body });
      const { working } = dialogue;
      await dialogue.resume(forked.session);
      if (working) surface.tell(say("repl.forkLeft", { id }));
      surface.tell(say("repl.forked", { id: forked.session.id }));
      if (forked.text !== undefined) surface.putBack(forked.text);
      return;
    }
    case "edit": {
      const { turn, files, text } = plan;
      return dialogue.edit(text, { turn, ...(files && { files }) });
    }
    default:
      return plan satisfies never;
  }
}

async function ask(
  context: SlashContext,
  { op, said = [], after, spares }: Extract<Plan, { kind: "ask" }>,
): Promise<void> {
  const { connection, dialogue } = context;
  tell(context, said);
  if (op.type === "set-mode") return setMode(context, op.mode);
  if (op.type === "set-memory") {
    await dialogue.setMemory(op.on);
    return tell(context, after ? [after] : []);
  }
  const id = dialogue.state?.sessionId;
  if (id === undefined) return;
  try {
    await askSession(connection.client, id, op);
    if (after) tell(context, [after]);
  } catch (error) {
    if (spares === undefined || failureOf(error).code !== spares.code) throw error;
    tell(context, [spares.sentence]);
  }
}

async function setMode({ connection, dialogue, surface, say }: SlashContext, mode: Mode): Promise<void> {
  await dialogue.setMode(mode);
  const without = await autoHere(connection.client, mode, say);
  if (without !== undefined) surface.tell(without);
}

const colours: { readonly [Key in SlashSentence["key"]]?: "dim" | "yellow" } = {
  "undo.since": "yellow",
  "undo.commands": "dim",
  "snapshots.offer": "dim",
};

function tell({ surface, say, paint }: SlashContext, said: readonly SlashSentence[]): void {
  for (const { key, values } of said) {
    const colour = colours[key];
    const sentence = (say as SayAny)(key, values);
    surface.tell(colour ? paint(colour, sentence) : sentence);
  }
}
