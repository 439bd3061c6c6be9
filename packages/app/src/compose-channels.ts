import { join } from "node:path";
import type { ChannelHost } from "@kestrel/channels";
import { type Engine, KestrelError, type Sandbox } from "@kestrel/core";
import type { ChannelAccess } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { ChannelName } from "@kestrel/protocol/access";
import type { ModelChoices, ModelToLoad } from "@kestrel/protocol/api";
import type { AccessTokens, ServerParts } from "@kestrel/server";
import { type DataPaths, keptRows, readChannelEntries } from "@kestrel/store";
import { programFiles } from "./machine/program-files.ts";

type ChannelsFrom = {
  engine: Engine;
  sandbox: Sandbox;
  choices(): Promise<ModelChoices>;
  load(wanted: ModelToLoad): Promise<void>;
};

export type ChannelsHere = ChannelAccess & {
  running(): boolean;
  rulesOf: NonNullable<ServerParts["channelRules"]>;
  /** Call it once the daemon listens: starts the configured channels. */
  begin(place: { url: string; tokens: AccessTokens }): Promise<void>;
};

/** The user's channels. Nothing of the package is loaded before one is configured, and no connection is made before the daemon listens. */
export function composeChannels(paths: DataPaths, from: ChannelsFrom): ChannelsHere {
  const file = paths.configFile;
  const offRows = keptRows(paths, "channels-off.json");
  let place: { url: string; tokens: AccessTokens } | undefined;
  let host: ChannelHost | undefined;
  const any = async () => {
    const { channels, gateway, problems } = await readChannelEntries(file);
    return channels.length + problems.length > 0 || gateway !== undefined;
  };
  const loaded = async (): Promise<ChannelHost> => {
    if (host) return host;
    const { ChannelHost: Host } = await import("@kestrel/channels");
    host ??= new Host({
      read: () => readChannelEntries(file),
      folder: join(paths.data, "channels"),
      file,
      off: {
        read: async () => (await offRows.read()).filter((name) => typeof name === "string"),
        write: (names) => offRows.write(names),
      },
      environment: process.env,
      language: languageOf(process.env),
      program: programFiles().channels,
      daemonUrl: () => place?.url ?? "",
      keyFor: (name) => place?.tokens.lend(name, [`channel:${ChannelName.parse(name)}`]) ?? "",
      takeBack: (key) => place?.tokens.takeBack(key),
      answer: (what, argument, mayLoad) => answer(from, what, argument, mayLoad),
      slots: () => from.engine.status().model?.slots ?? 1,
    });
    return host;
  };
  const unknown = (name: string) => new KestrelError("not_found", "no such channel", { words: name });
  const list = async () => ((await any()) || host ? (await loaded()).list() : { channels: [], file });
  return {
    list,
    pair: async (name) => {
      const pairing = (await loaded()).pair(name);
      if (!pairing) throw unknown(name);
      return pairing;
    },
    unpair: async (name, sender) => {
      if (!(await (await loaded()).unpair(name, sender))) throw unknown(name);
      return list();
    },
    test: async (name) => {
      const sent = await (await loaded()).test(name).catch((error: unknown) => {
        const said = error instanceof Error ? error.message : "";
        throw new KestrelError(
          "unreachable",
          "the channel could not send",
          { url: name, detail: said },
          { cause: error },
        );
      });
      if (sent === undefined) throw unknown(name);
      return { sent };
    },
    switch: async (name, on) => {
      if (!(await (await loaded()).switch(name, on))) throw unknown(name);
      return list();
    },
    reload: async () => {
      if ((await any()) || host) await (await loaded()).reload();
      return list();
    },
    close: async () => host?.close(),
    running: () => host?.running() ?? false,
    rulesOf: (name) => host?.rulesOf(name) ?? { approvals: "machine" },
    begin: async (here) => {
      place = here;
      // An unreadable configuration file is reported where the channels are listed.
      if (await any().catch(passOver("reading the channels"))) await (await loaded()).reload();
    },
  };
}

async function answer(
  { engine, sandbox, choices, load }: ChannelsFrom,
  what: "status" | "model" | "sandboxed",
  argument: string,
  mayLoad: boolean,
): Promise<string | boolean> {
  if (what === "sandboxed") return (await sandbox.status()).state === "active";
  const { state, label = "" } = engine.status();
  if (what === "status") return [label, state].filter((part) => part !== "").join(": ");
  // What runs on another machine is chosen at this one.
  const models = (await choices()).models.filter(({ remote }) => !remote);
  const wanted = models.find((one) => one.label === argument);
  if (!wanted) return models.map((one) => `${one.inUse ? "* " : "- "}${one.label}`).join("\n");
  if (!mayLoad) return "";
  void load(wanted.wanted).catch(passOver("loading a model for a channel"));
  return wanted.label;
}

function languageOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): "en" | "zh-CN" {
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || "") ? "zh-CN" : "en";
}
