import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { EnginesHere } from "@kestrel/app/engine";
import type { Say } from "../i18n/say.ts";
import { shellLine } from "../models/shell-line.ts";
import type { MachineReport } from "./check-machine.ts";

/** A comfortable window for a conversation with tools. Tokens. */
const usualWindow = 32_768;

/** Writes a loadout for the findings: prefers a running server's model to one on disk. Never overwrites. Returns the report. */
export async function writeLoadout(
  target: string,
  servers: MachineReport["servers"],
  here: EnginesHere,
  say: Say,
): Promise<string> {
  const file = resolve(target);
  const text = await loadoutFor(servers, here);
  if (text === undefined) return say("doctor.loadout.nothing");
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return say("doctor.loadout.exists", { file });
  }
  return say("doctor.loadout", { file, typed: shellLine([file]) });
}

async function loadoutFor(servers: MachineReport["servers"], here: EnginesHere): Promise<string | undefined> {
  const server = servers.find(({ kind, model }) => kind !== "closed" && model !== undefined);
  if (server) {
    return table({
      source: "connect",
      url: server.url,
      name: server.kind === "llama-cpp" ? undefined : server.model,
    });
  }
  const model = (await here.models.scan()).find(({ damaged }) => damaged === undefined);
  if (!model) return undefined;
  const window = Math.min(usualWindow, model.trainedWindow ?? usualWindow);
  return table({ source: "self", path: model.path, name: model.id, window });
}

/** JSON strings are valid TOML strings. */
function table(model: Readonly<Record<string, string | number | undefined>>): string {
  const lines = Object.entries(model).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} = ${JSON.stringify(value)}`],
  );
  return [
    "# Written by `kestrel doctor`. kestrel.example.loadout.toml explains every line.",
    "[model]",
    ...lines,
    "",
  ].join("\n");
}
