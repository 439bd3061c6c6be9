import { Mode } from "@kestrel/protocol";
import {
  type CheckedLoadout,
  type CrewRole,
  crewRoles,
  type LoadoutChoices,
  type LoadoutDraft,
  type ModelOnDisk,
} from "@kestrel/protocol/api";
import { memoryBill } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../../i18n/say.ts";
import { bytesText } from "../../models/bytes-text.ts";
import { alignColumns } from "../../terminal/align-columns.ts";
import { billSoFar } from "./bill-so-far.ts";
import { numbersIn } from "./numbers-in.ts";

export type WizardParts = {
  say: Say;
  ask(question: string): Promise<string>;
  print(text: string): void;
  models: readonly ModelOnDisk[];
  choices: LoadoutChoices;
  check(draft: LoadoutDraft): Promise<CheckedLoadout>;
};

type Model = NonNullable<LoadoutDraft["model"]>;

/** Asks for the parts of a loadout one after the other; behind each answer stands what all of it costs. Writes nothing. */
export async function draftLoadout(
  name: string,
  parts: WizardParts,
): Promise<{ draft: LoadoutDraft; checked: CheckedLoadout }> {
  const { say, print, models, check } = parts;
  let draft: LoadoutDraft = { name };
  let checked = await check(draft);
  const take = async (more: Partial<LoadoutDraft>) => {
    draft = { ...draft, ...more };
    checked = await check(draft);
    print(billSoFar(checked, memoryBill(draft, models), say));
  };
  const title = (step: "model" | "words" | "tools" | "catalog" | "mode" | "crew") =>
    print(`\n${say(`loadout.step.${step}`)}`);
  title("model");
  await take(given({ model: await model(parts, say("loadout.ask.model")) }));
  title("words");
  await take(given({ persona: await words(parts, "loadout.ask.persona") }));
  await take(given({ memory: await words(parts, "loadout.ask.memory") }));
  title("tools");
  await take(given({ tools: await tools(parts) }));
  title("catalog");
  await take(await catalog(parts));
  title("mode");
  await take(given({ mode: await mode(parts) }));
  if (usable(models).length > 0) {
    title("crew");
    await take(await crew(parts));
  }
  const description = await words(parts, "loadout.ask.description");
  if (description !== undefined) {
    draft = { ...draft, description };
    checked = await check(draft);
  }
  return { draft, checked };
}

/** Without what was left out. */
function given(draft: Partial<LoadoutDraft>): Partial<LoadoutDraft> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

function usable(models: readonly ModelOnDisk[]): ModelOnDisk[] {
  return models.filter(({ damaged }) => damaged === undefined);
}

/** Numbers from a list that is shown; asked again until the answer is one of those. */
async function pick(
  { say, ask, print }: WizardParts,
  question: string,
  rows: readonly string[][],
): Promise<number[]> {
  print(alignColumns(rows.map((row, at) => [`${at + 1}`.padStart(3), ...row])).join("\n"));
  for (;;) {
    const places = numbersIn(await ask(question), rows.length);
    if (places) return places;
    print(say("loadout.ask.again", { count: rows.length }));
  }
}

async function model(parts: WizardParts, question: string): Promise<Model | undefined> {
  const { say, ask, print } = parts;
  const models = usable(parts.models);
  if (models.length === 0) {
    print(say("loadout.ask.noModels"));
    return undefined;
  }
  const rows = models.map(({ name, bytes, memory }) => [
    visibleName(name),
    bytesText(bytes),
    memory ? `~${bytesText(memory.weights + memory.cache)} @ ${memory.window}` : "",
  ]);
  const [place] = await pick(parts, question, rows);
  const chosen = place === undefined ? undefined : models[place];
  if (!chosen) return undefined;
  const { path, memory, trainedWindow } = chosen;
  const usual = memory?.window;
  const most = trainedWindow ?? 16_777_216;
  for (;;) {
    const answer = await ask(say("loadout.ask.window", { ...(usual !== undefined && { usual }) }));
    const window = answer === "" ? usual : Number(answer);
    if (window === undefined) return { path };
    if (Number.isInteger(window) && window >= 256 && window <= most) return { path, window };
    print(say("loadout.ask.windowAgain", { most }));
  }
}

async function words(
  { say, ask }: WizardParts,
  question: "loadout.ask.persona" | "loadout.ask.memory" | "loadout.ask.description",
): Promise<string | undefined> {
  return (await ask(say(question))) || undefined;
}

async function tools(parts: WizardParts): Promise<string[] | undefined> {
  const all = parts.choices.tools;
  const rows = all.map(({ name, tokens }) => [name, `~${tokens}`]);
  const out = await pick(parts, parts.say("loadout.ask.without"), rows);
  return out.length === 0 ? undefined : all.flatMap(({ name }, at) => (out.includes(at) ? [] : [name]));
}

/** Numbers close it; without any it stays open. */
async function catalog(parts: WizardParts): Promise<Partial<LoadoutDraft>> {
  const { say, print, choices } = parts;
  const { lines } = choices;
  if (lines.length === 0) {
    print(say("loadout.ask.noLines"));
    return {};
  }
  const rows = lines.map(({ kind, name, line, tokens }) => [
    visibleName(name),
    `~${tokens}`,
    say(`loadout.kind.${kind}`),
    visibleName(line).slice(0, 48),
  ]);
  const places = await pick(parts, say("loadout.ask.lines"), rows);
  if (places.length === 0) return {};
  const of = (wanted: string) =>
    places.flatMap((place) => (lines[place]?.kind === wanted ? [lines[place].name] : []));
  return { skills: of("skill"), catalogued: of("tool"), servers: of("server") };
}

async function mode(parts: WizardParts): Promise<Mode | undefined> {
  const { say } = parts;
  const rows = Mode.options.map((one) => [one, say(`mode.${one}.text`)]);
  const [place] = await pick(parts, say("loadout.ask.mode"), rows);
  return place === undefined ? undefined : Mode.options[place];
}

async function crew(parts: WizardParts): Promise<Partial<LoadoutDraft>> {
  const seats: [CrewRole, Model][] = [];
  const roles = crewRoles.map((role) => [role, parts.say(`crew.does.${role}`)]);
  for (const place of await pick(parts, parts.say("loadout.ask.crew"), roles)) {
    const role = crewRoles[place];
    const chosen = role && (await model(parts, parts.say("loadout.ask.seat", { role })));
    if (role && chosen) seats.push([role, chosen]);
  }
  return seats.length === 0 ? {} : { crew: Object.fromEntries(seats) };
}
