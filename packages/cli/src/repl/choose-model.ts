import { basename, resolve } from "node:path";
import type { ChoosableModel, ModelChoices, ModelOrigin, ModelToLoad } from "@kestrel/protocol/api";
import { findHeld, findSameModel, ServerUrl } from "@kestrel/protocol/api";
import { askSession } from "@kestrel/server/client";
import type { SessionState } from "@kestrel/session-state";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import { modelCalled } from "../models/model-called.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { MenuItem } from "./line-menu.ts";
import type { SlashContext } from "./slash-context.ts";

/** The numbered models, how to choose one, and why a server lists none. */
function choiceLines(context: SlashContext, choices: ModelChoices): string[] {
  const { say } = context;
  const rows = described(context, choices).map(({ isOwn, label, where, more }, at) =>
    [isOwn ? "*" : " ", String(at + 1), label, where, more].map(oneLine),
  );
  return [...alignColumns(rows), say("repl.modelHow"), ...notesOn(choices, say)];
}

/** Each model with where it is and what else distinguishes it. `isOwn`: it answers the open session, or the next one. */
function described({ dialogue, say }: SlashContext, { models }: ModelChoices) {
  const loaded = models.filter(({ beside }) => beside);
  const held = findHeld(dialogue.state ?? { accepted: dialogue.wished.model }, loaded);
  return models.map((model) => {
    const isMain = model.inUse && loaded.length > 0;
    const role = model.beside ? [say("models.beside")] : isMain ? [say("crew.role.lead")] : [];
    const more = [...role, ...(model.remote ? [say("repl.modelRemote")] : [])].join(", ");
    const { label, where = say("repl.modelBuiltIn") } = model;
    return { label, where, more, isOwn: held ? held === model : model.inUse };
  });
}

/** Why a server lists no models, and whether a choice outlives a restart. */
function notesOn({ servers, setBy }: Pick<ModelChoices, "servers" | "setBy">, say: Say): string[] {
  const closed = servers.flatMap(({ url, failure }) => {
    if (!failure) return [];
    if (failure.code === "auth") return [say("repl.modelKey", { url })];
    return [say(`error.${failure.code}`, failure.params)];
  });
  const kept = setBy ? [say("repl.modelSetBy", { where: setBy.where ?? setBy.key, key: setBy.key })] : [];
  return [...closed, ...kept];
}

/** Lets the user pick the next model from a searchable list; undefined when they leave it. */
async function pickModel(context: SlashContext, choices: ModelChoices): Promise<ChoosableModel | undefined> {
  const { surface, say } = context;
  const items = described(context, choices).map(({ isOwn, label, where, more }, at): MenuItem => {
    const help = more === "" ? where : `${where}, ${more}`;
    return { label: `${isOwn ? "* " : ""}${label}`, help, line: String(at) };
  });
  const picked = await surface.pick(say("repl.modelMark"), items);
  return picked && choices.models[Number(picked.line)];
}

/** Prints the models, and opens the list when there are keys. */
export async function offerModels(context: SlashContext): Promise<void> {
  const { connection, surface, say } = context;
  const choices = await connection.client.call("listChoices");
  if (surface.byLine || surface.draft !== "") return surface.tell(choiceLines(context, choices).join("\n"));
  const beside = notesOn(choices, say);
  if (beside.length > 0) surface.tell(beside.join("\n"));
  const picked = await pickModel(context, choices);
  if (picked) await use(context, picked);
}

/** `/model N`, a name, an address or a file: switches the model, in this session too. `/model accept`: accepts the one in use. */
export async function chooseModel(context: SlashContext, argument: string): Promise<void> {
  const { connection, dialogue, surface, say } = context;
  const { client } = connection;
  if (argument === "accept") {
    const { model } = await connection.engineStatus();
    if (!model?.from) throw new UsageError(say("repl.modelNone"));
    await accept(context, model.from, undefined);
    return surface.tell(say("repl.modelAccepted", { label: model.label }));
  }
  const { models } = await client.call("listChoices");
  await use(context, chosenIn(models, argument, say, dialogue.state?.model));
}

async function use(
  context: SlashContext,
  { wanted, from, label, inUse, beside }: Chosen & Partial<Pick<ChoosableModel, "inUse" | "beside">>,
): Promise<void> {
  const { connection, dialogue, surface, say } = context;
  dialogue.wished.setModel(beside && from);
  if (inUse || beside) {
    surface.tell(say("repl.modelAccepted", { label: label ?? "–" }));
    return accept(context, from, beside);
  }
  const { engine } = await connection.client.call("loadModel", { body: wanted });
  surface.tell(say("repl.modelChosen", { label: label ?? engine.label ?? "–" }));
  await accept(context, from, undefined);
}

/** Lets the session continue with the model; messages refused because of a model change are sent to it. */
async function accept(
  { connection, dialogue }: SlashContext,
  from: ModelOrigin,
  beside: true | undefined,
): Promise<void> {
  const { state } = dialogue;
  if (state?.sessionId === undefined) return;
  // A session without a turn is held with the main model only if another one was chosen before.
  if (state.turns === 0 && !beside && state.accepted === undefined) return;
  await askSession(connection.client, state.sessionId, { type: "accept-model", from });
  const turn = refusedTurn(state);
  if (turn) await askSession(connection.client, state.sessionId, { type: "rewind", turn, again: true });
}

function refusedTurn({ timeline }: SessionState) {
  const { last } = timeline;
  return last?.kind === "end" && last.failure?.code === "model_changed" ? last.turnId : undefined;
}

const namesOf = ({ label, title, where, wanted }: ChoosableModel) => [
  label,
  "id" in wanted ? wanted.id : undefined,
  where !== undefined && /\.gguf$/i.test(where) ? basename(where) : undefined,
  title,
];

type Chosen = { wanted: ModelToLoad; from: ModelOrigin; label?: string };

/** `held`: the session's model; its name there may differ from the list's. */
function chosenIn(
  models: readonly ChoosableModel[],
  argument: string,
  say: Say,
  held: SessionState["model"],
): Chosen {
  const [what = "", ...more] = argument.split(/\s+/);
  const listed = /^\d+$/.test(argument)
    ? models[Number(argument) - 1]
    : ((argument === held?.label ? findSameModel(held, models) : undefined) ??
      modelCalled(models, argument, namesOf));
  if (listed) return listed;
  const url = /^[\w.-]+:\d+(\/\S*)?$/.test(what) ? `http://${what}` : what;
  if (ServerUrl.safeParse(url).success) {
    const variable = more.find((word) => word.startsWith("$"))?.slice(1);
    const model = more.find((word) => !word.startsWith("$"));
    const key = variable === undefined ? undefined : process.env[variable];
    if (variable !== undefined && !key) throw new UsageError(say("repl.modelNoKey", { variable }));
    const from = { url, ...(model !== undefined && { model }) };
    return { wanted: { ...from, ...(key !== undefined && { key }) }, from, label: model };
  }
  if (/\.gguf$/i.test(argument)) {
    const path = resolve(argument);
    return { wanted: { path }, from: { path }, label: basename(path).replace(/\.gguf$/i, "") };
  }
  throw new UsageError(say("repl.modelUnknown", { name: argument }));
}
