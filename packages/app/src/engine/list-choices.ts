import { passOver } from "@kestrel/diagnostics";
import type { Failure } from "@kestrel/protocol";
import {
  type ChoosableModel,
  isFrom,
  type ListedEngine,
  type ModelChoices,
  type ModelOnDisk,
  type ModelOrigin,
} from "@kestrel/protocol/api";
import { delegateAddresses, findServers, listServer, type ModelScanner } from "@kestrel/runtime";
import type { Config, ModelMemory } from "@kestrel/store";

type Choosing = {
  config: Config;
  memory: ModelMemory;
  scanner: ModelScanner;
  inUse: ModelOrigin | undefined;
  /** What the server in use calls its model: a person may have named it by another of its names. */
  label: string | undefined;
  /** Those that are loaded beside it. */
  loaded: readonly Pick<ListedEngine, "from">[];
};

/** What a person can choose: the models of servers in use, named, used before or found here, and the files on disk. */
export async function choicesOf({
  config,
  memory,
  scanner,
  inUse,
  label,
  loaded,
}: Choosing): Promise<ModelChoices> {
  const { values } = config;
  const host = values["model.host"];
  const named = values["model.url"] ?? (host && delegateAddresses[host]);
  const { servers: known = [] } =
    (await memory.read().catch(passOver("reading the servers used before"))) ?? {};
  const [files, found] = await Promise.all([scanner.scan(), findServers()]);
  const used = inUse && "url" in inUse ? [inUse.url] : [];
  const urls = [
    ...used,
    ...(named ? [named] : []),
    ...known.map(({ url }) => url),
    ...found.map(({ url }) => url),
  ];
  const once = new Map(urls.map((url) => [plain(url), url] as const).toReversed());
  const keyEnv = values["model.api_key_env"];
  const keyOf = async (url: string) =>
    (await memory.keyOf(url)) ??
    (named && plain(named) === plain(url) && keyEnv ? process.env[keyEnv] : undefined);
  const servers = await Promise.all(
    [...once.values()].toReversed().map(async (url) => listServer(url, await keyOf(url))),
  );
  const setting = config.settings.find(
    ({ key, origin }) =>
      ["model.path", "model.url", "model.host"].includes(key) && !["default", "flag"].includes(origin),
  );
  const setBy = setting && { key: setting.key, ...(setting.where !== undefined && { where: setting.where }) };
  const served = servers.flatMap(({ url, models }) =>
    models.map(({ name, remote }): ChoosableModel => {
      const from = { url, model: name };
      const isHere = inUse !== undefined && "url" in inUse && inUse.url === url;
      const isUsed = isHere && (label ?? inUse.model) === name;
      return { label: name, where: url, wanted: from, from, inUse: isUsed, ...(remote && { remote }) };
    }),
  );
  const whole = files.filter(({ damaged }) => damaged === undefined).map((file) => ofFile(file, inUse));
  const [own, builtIn] = [true, false].map((isOwn) =>
    whole.filter(({ where }) => (where !== undefined) === isOwn),
  );
  const isBeside = (model: ChoosableModel) => loaded.some(({ from }) => isFrom(model.from, from));
  return {
    models: [...served, ...(own ?? []), ...(builtIn ?? [])].map((model) =>
      isBeside(model) ? { ...model, beside: true as const } : model,
    ),
    servers: await Promise.all(
      servers.map(async ({ models: _, ...server }) => ({
        ...server,
        ...(known.some(({ url }) => plain(url) === plain(server.url)) && { saved: true as const }),
        ...((await memory.keyOf(server.url)) !== undefined && { keyed: true as const }),
      })),
    ),
    setBy,
  };
}

/** Stores a server if it answers as one, or is still loading. Resolves to its failure otherwise. */
export async function keepServer(
  memory: ModelMemory,
  url: string,
  key: string | undefined,
): Promise<Failure | undefined> {
  const { failure } = await listServer(url, key ?? (await memory.keyOf(url)));
  if (failure && failure.code !== "busy") return failure;
  await memory.keep(url, key);
  return undefined;
}

function ofFile(
  { id, name, title, path, place }: ModelOnDisk,
  inUse: ModelOrigin | undefined,
): ChoosableModel {
  if (place === "kestrel") {
    const isUsed = inUse !== undefined && "builtIn" in inUse;
    return { label: name, wanted: { id }, from: { builtIn: true }, inUse: isUsed };
  }
  const isUsed = inUse !== undefined && "path" in inUse && inUse.path === path;
  const named = { label: name, ...(title !== undefined && { title }) };
  return { ...named, where: path, wanted: { id }, from: { path }, inUse: isUsed };
}

/** Two ways of writing one address: with a slash behind it, with the API's folder, by the machine's name. */
const plain = (url: string) =>
  url.replace(/\/+$/, "").replace(/\/v1$/, "").replace("//localhost", "//127.0.0.1");
