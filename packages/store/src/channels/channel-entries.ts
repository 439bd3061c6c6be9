import { ChannelName } from "@kestrel/protocol/access";
import { ChannelEntry, ChannelKind, type ChannelTrouble, GatewayEntry } from "@kestrel/protocol/channel";
import type { z } from "zod";
import { readTomlFile } from "../config/toml-file.ts";

type NamedChannel = { name: ChannelName; kind: ChannelKind; entry: ChannelEntry };
type Problem = { name: string; why: ChannelTrouble; detail?: string };
export type FoundChannels = {
  channels: readonly NamedChannel[];
  gateway?: GatewayEntry;
  problems: readonly Problem[];
};

/** The required keys of each kind of channel. */
const wanted: Readonly<Record<ChannelKind, readonly (keyof ChannelEntry)[]>> = {
  telegram: [],
  irc: ["url", "nick"],
  mail: ["url", "smtp", "address", "authserv"],
  discord: [],
  slack: [],
  matrix: ["url"],
  program: ["command"],
};

/** An entry with its name. `wrong`: the missing or invalid key. */
export function readChannelEntry(
  name: string,
  value: unknown,
): { kind: ChannelKind; entry: ChannelEntry } | { wrong: string } {
  const entry = ChannelEntry.safeParse(value);
  if (!entry.success) return { wrong: firstOf(entry.error) };
  const kind = ChannelKind.safeParse(entry.data.kind ?? name);
  if (!kind.success) return { wrong: "kind" };
  const wrong = wanted[kind.data].find((key) => entry.data[key] === undefined);
  return wrong === undefined ? { kind: kind.data, entry: entry.data } : { wrong };
}

/** The channels in the user's file as it is now. Invalid entries are listed and left out. Rejects with `config_invalid`. */
export async function readChannelEntries(file: string): Promise<FoundChannels> {
  const { values = {} } = (await readTomlFile(file, "config_invalid")) ?? {};
  const channels: NamedChannel[] = [];
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(Object(values.channels) as Record<string, unknown>)) {
    const known = ChannelName.safeParse(name);
    const found = readChannelEntry(name, value);
    if (!known.success || name === "gateway" || name.startsWith("hook-"))
      problems.push({ name: name.slice(0, 100), why: "name" });
    else if ("wrong" in found) problems.push({ name, why: "entry", detail: found.wrong });
    else channels.push({ name: known.data, ...found });
  }
  if (values.gateway === undefined) return { channels, problems };
  const gateway = GatewayEntry.safeParse(values.gateway);
  if (gateway.success) return { channels, problems, gateway: gateway.data };
  return {
    channels,
    problems: [...problems, { name: "gateway", why: "entry", detail: firstOf(gateway.error) }],
  };
}

/** The invalid or unknown key. */
function firstOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join(".") ?? "";
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : "";
  return [path, keys]
    .filter((part) => part !== "")
    .join(": ")
    .slice(0, 200);
}
