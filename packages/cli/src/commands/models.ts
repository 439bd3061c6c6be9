import { resolve } from "node:path";
import { configHere } from "@kestrel/app/config";
import { enginesHere } from "@kestrel/app/engine";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { isFrom, ModelId, type ModelOnDisk, type ModelToLoad, ServerUrl } from "@kestrel/protocol/api";
import { ModelOptions, optionsOfModel, withModelOptions } from "@kestrel/protocol/downloads";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { bytesText } from "../models/bytes-text.ts";
import { downloadLines, knownLines } from "../models/download-lines.ts";
import { engineLines } from "../models/engine-lines.ts";
import { modelCalled, namesOnDisk, shownName } from "../models/model-called.ts";
import { modelTable } from "../models/model-table.ts";
import { withNamingCommand } from "../models/name-at-server.ts";
import { shellLine } from "../models/shell-line.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { agreed } from "../terminal/agreed.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";
import { getModel } from "./get-model.ts";

/** `kestrel models`: the models on this disk, and the running one. */
export async function models(input: CommandInput): Promise<ExitCode> {
  const { verb, words, say } = input;
  const [id = "", name] = words;
  switch (verb) {
    case "get":
      return getModel(input, id);
    case "remove":
      return remove(input, id);
    case "set":
      return setOptions(input, id, words.slice(1));
    case "ps":
      return showRunning(input);
    case "unload":
      return unload(input, id);
    case "load":
      if (name !== undefined && !ServerUrl.safeParse(id).success)
        throw new UsageError(say("usage.tooMany", { command: "models load", word: name }));
      return load(input, id, name);
    case "estimate":
      return estimate(input, id);
    default:
      return listModels(input);
  }
}

async function listModels({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  const here = await enginesHere(flags);
  const found = running
    ? await running.client.call("listModels")
    : { models: await here.models.scan(), loaded: undefined };
  const { engines } = running ? await running.client.call("listEngines") : { engines: [] };
  const isBeside = ({ path }: ModelOnDisk) => engines.some(({ from }) => isFrom({ path }, from));
  const loaded = found.models.filter((model) => model.id === found.loaded || isBeside(model));
  const ids = loaded.map(({ id }) => id);
  if (!flags.json && found.models.length > 0) print(modelTable(found.models, ids, say).join("\n"));
  const known = running ? await running.client.call("knownModels", { body: {} }) : await here.known();
  if (!flags.json && found.models.every(({ place }) => place === "kestrel")) {
    const folders = here.config.values["models.folders"]?.join(", ");
    print(folders === undefined ? say("models.noneInCaches") : say("models.none", { folders }));
  }
  const { model } = running ? (await running.client.call("status")).engine : {};
  if (model?.traits?.notice && !flags.json)
    print(say(`models.${model.traits.notice}`, { label: model.label }));
  if (flags.json) printJson({ schema: schemaVersion, ...found, machine: known.machine, known: known.models });
  else for (const line of knownLines(known.machine, known.models, say)) print(line);
  return exitCodes.done;
}

async function showRunning({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) return noDaemon(say);
  const found = await running.client.call("listEngines");
  const [{ status: engine } = { status: undefined }] = found.engines;
  const { downloads } = await running.client.call("listDownloads");
  if (flags.json) printJson({ schema: schemaVersion, engine, ...found, downloads });
  else print([...engineLines(found, say), ...downloadLines(downloads, say)].join("\n"));
  return exitCodes.done;
}

/** `name`: the model's, when `id` is the address of a server. */
async function load(input: CommandInput, id: string, name: string | undefined): Promise<ExitCode> {
  const { flags, say } = input;
  const window = flags.window === undefined ? undefined : Number(flags.window);
  if (flags["dry-run"]) {
    const here = await enginesHere(flags);
    const command = await here.wouldRun(chosenOf(await here.models.scan(), id, say), window);
    if (!command) throw Object.assign(new Error("no engine"), { code: "engine_not_found" });
    if (flags.json) printJson({ schema: schemaVersion, command });
    else print(shellLine(command));
    return exitCodes.done;
  }
  // The flags are for the model that is loaded, not for the daemon.
  const { client, close } = await joinOrStart({ flags: {}, say });
  let loaded = false;
  try {
    const { models: onDisk } = await client.call("listModels");
    const named = modelCalled(onDisk, id, namesOnDisk);
    const wanted = named ? { id: named.id } : wantedAs(id, name, say);
    const beside = flags.beside === true ? { beside: true as const } : {};
    const { engine } = await client
      .call("loadModel", { body: { ...wanted, window, ...beside } })
      .catch((error: unknown) => {
        throw "url" in wanted ? withNamingCommand(error, ["models", "load", id]) : error;
      });
    loaded = true;
    if (flags.json) printJson({ schema: schemaVersion, engine });
    else
      print(
        say(flags.beside ? "models.loadingBeside" : "models.loading", {
          id: name ?? (named ? shownName(named) : id),
        }),
      );
    return exitCodes.done;
  } finally {
    await close(loaded ? undefined : "as-found");
  }
}

/** A server by its address, a file by its path, or a model by its name. */
function wantedAs(text: string, name: string | undefined, say: CommandInput["say"]): ModelToLoad {
  if (ServerUrl.safeParse(text).success) return { url: text, ...(name !== undefined && { model: name }) };
  if (/\.gguf$/i.test(text)) return { path: resolve(text) };
  const parsed = ModelId.safeParse(text);
  if (!parsed.success) throw new UsageError(say("models.unknown", { id: text }));
  return { id: parsed.data };
}

/** The main model, or the one with that name among those that are loaded. */
async function unload({ flags, say }: CommandInput, name: string): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) return noDaemon(say);
  const { engines } = await running.client.call("listEngines");
  const named = modelCalled(engines, name, ({ id, status }) => [status.label, id]);
  if (name !== "" && !named) throw new UsageError(say("models.unknown", { id: name }));
  const { engine } =
    named && named.id !== "lead"
      ? await running.client.call("stopEngine", { body: { id: named.id } })
      : await running.client.call("unloadModel", { body: {} });
  if (flags.json) printJson({ schema: schemaVersion, engine });
  else print(say("models.unloaded"));
  return exitCodes.done;
}

/** Deletes a downloaded model after a yes that names the freed space. */
async function remove({ flags, say }: CommandInput, id: string): Promise<ExitCode> {
  const { client, close } = await joinOrStart({ flags, say });
  try {
    const { models: onDisk } = await client.call("listModels");
    const model = chosenOf(onDisk, id, say);
    const name = shownName(model);
    const facts = { name, bytes: bytesText(model.bytes) };
    if (!flags.yes && !(await agreed(say("models.askRemove", facts), say("models.removeNeedsYes", facts))))
      return exitCodes.denied;
    const { freed } = await client.call("removeModel", { body: { id: model.id } });
    if (flags.json) printJson({ schema: schemaVersion, freed });
    else print(say("models.removed", { name, bytes: bytesText(freed) }));
    return exitCodes.done;
  } finally {
    await close();
  }
}

/** Stores one model's load options: `kv=q8_0` sets, `kv=` removes; without arguments it prints them. */
async function setOptions(
  { flags, say }: CommandInput,
  id: string,
  words: readonly string[],
): Promise<ExitCode> {
  const { models: scanner, config } = await enginesHere(flags);
  const { name } = chosenOf(await scanner.scan(), id, say);
  const before = config.values["models.options"] ?? [];
  const changed = Object.fromEntries(
    words.map((word) => [word.split("=", 1)[0], word.replace(/^[^=]*=?/, "")]),
  );
  const wanted = { ...optionsOfModel(before, name), ...changed };
  const said = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ""));
  const read = ModelOptions.safeParse(said);
  if (!read.success) throw new UsageError(say("models.setHow", { words: words.join(" ") }));
  const after = withModelOptions(before, name, read.data);
  if (words.length > 0)
    await configHere().set("models.options", after.length === 0 ? undefined : after.join("\n"));
  if (flags.json) printJson({ schema: schemaVersion, name, options: read.data });
  else {
    const options = Object.entries(read.data).map(([key, value]) => `${key}=${value}`);
    print(say("models.options", { name, options: options.join(" ") || say("models.noOptions") }));
  }
  return exitCodes.done;
}

async function estimate({ flags, say }: CommandInput, id: string): Promise<ExitCode> {
  const { models: scanner } = await enginesHere(flags);
  const { memory } = chosenOf(await scanner.scan(), id, say);
  if (!memory) {
    printAside(say("models.estimate.unknown", { id }));
    return exitCodes.failed;
  }
  const { weights, perThousand } = memory;
  const window = flags.window === undefined ? memory.window : Number(flags.window);
  const cache = Math.max(0, Math.round(memory.cache + (perThousand * (window - memory.window)) / 1000));
  if (flags.json) {
    printJson({ schema: schemaVersion, id, window, weights, cache, perThousand });
    return exitCodes.done;
  }
  print(say("models.estimate.weights", { bytes: bytesText(weights) }));
  print(say("models.estimate.cache", { bytes: bytesText(cache), window }));
  print(say("models.estimate.thousand", { bytes: bytesText(perThousand) }));
  print(say("models.estimate.total", { bytes: bytesText(weights + cache) }));
  return exitCodes.done;
}

function chosenOf(found: readonly ModelOnDisk[], id: string, say: CommandInput["say"]): ModelOnDisk {
  const model = modelCalled(found, id, namesOnDisk);
  if (!model) throw new UsageError(say("models.unknown", { id }));
  return model;
}

function noDaemon(say: CommandInput["say"]): ExitCode {
  printAside(say("open.none"));
  return exitCodes.failed;
}
