import { setTimeout as pause } from "node:timers/promises";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { readerOfFolder } from "@kestrel/app/sessions";
import { passOver } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { sessionsByAge, shortId } from "../daemon/pick-session.ts";
import { shownName } from "../models/model-called.ts";
import { oneLine } from "../terminal/one-line.ts";
import { print } from "../terminal/print.ts";
import { type NamedKind, namedKinds } from "./names-word.ts";

/** How long Tab waits. Milliseconds. */
const patience = 300;

/** Most sessions offered, the newest ones. */
const mostSessions = 50;

/** bash expands what it is offered: a name with other characters, such as `$(…)`, is left out. */
const plain = /^[\w.:/@+~-]+$/;

/** Prints names for a completion script, one a line, with what each stands for after a tab. Starts nothing, and never fails. */
export async function completionNames(wanted = ""): Promise<void> {
  const kind = namedKinds.find((one) => one === wanted);
  if (kind === undefined) return;
  const named = namesOf(kind).catch(passOver("completing a name"));
  const rows = await Promise.race([named, pause(patience, undefined, { ref: false })]);
  for (const [name, text] of rows ?? [])
    if (plain.test(name)) print(`${name}\t${oneLine(visibleName(text))}`);
}

async function namesOf(kind: NamedKind): Promise<[name: string, text: string][]> {
  const client = (await findRunningDaemon())?.client;
  switch (kind) {
    case "sessions": {
      const all = client ? await sessionsByAge(client) : await readerOfFolder().all();
      const offered = all.filter(({ marks }) => !marks?.archived).slice(0, mostSessions);
      return offered.map(({ id, title }) => [shortId(all, id), title ?? ""]);
    }
    case "models": {
      const { models } = client ? await client.call("listModels") : { models: [] };
      return models.map((model) => [shownName(model), model.title ?? ""]);
    }
    case "loadouts": {
      const { loadouts } = client ? await client.call("listLoadouts") : { loadouts: [] };
      return loadouts.map(({ name }) => [name, ""]);
    }
    default:
      return kind satisfies never;
  }
}
