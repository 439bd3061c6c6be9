import { channelsHere } from "@kestrel/app/channels";
import { ChannelName } from "@kestrel/protocol/access";
import { ChannelEntry, ChannelKind } from "@kestrel/protocol/channel";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { channelLines } from "../session-lines/channel-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel channels`: who may write to Kestrel from a messenger. `add` and `remove` change the user's file, all else asks the daemon. */
export async function channels({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const [name = "", ...rest] = words;
  if (verb === "add" || verb === "remove") {
    if (!ChannelName.safeParse(name).success) throw new UsageError(say("channels.how"));
    const here = await channelsHere();
    const entry = verb === "add" ? entryFor(name, rest) : undefined;
    if (verb === "add" && !entry) throw new UsageError(say("channels.how"));
    const edited = entry ? await here.add(name, entry) : await here.remove(name);
    if (edited !== "done") {
      printAside(say(`channels.${edited}`, { name, file: here.file }));
      return exitCodes.failed;
    }
  }
  const { client, close } = await joinOrStart({ flags, say });
  try {
    if (verb === "pair") {
      const pairing = await client.call("pairChannel", { body: { name } });
      if (flags.json) printJson({ schema: schemaVersion, ...pairing });
      else print(say("channels.pair", { name, code: pairing.code }));
      return exitCodes.done;
    }
    if (verb === "test") {
      const { sent } = await client.call("testChannel", { body: { name } });
      if (flags.json) printJson({ schema: schemaVersion, sent });
      else print(say("channels.sent", { count: sent }));
      return sent > 0 ? exitCodes.done : exitCodes.failed;
    }
    const listed =
      verb === "unpair"
        ? await client.call("unpairChannel", { body: { name, sender: rest[0] ?? "" } })
        : verb === "on" || verb === "off"
          ? await client.call("switchChannel", { body: { name, on: verb === "on" } })
          : verb === "add" || verb === "remove"
            ? await client.call("reloadChannels", { body: {} })
            : await client.call("listChannels");
    const { channels: all, file } = listed;
    if (flags.json) printJson({ schema: schemaVersion, ...listed });
    else if (all.length === 0) print(say("channels.none", { file }));
    else print(all.flatMap((one) => channelLines(one, file, say)).join("\n"));
    return exitCodes.done;
  } finally {
    await close("as-found");
  }
}

/** What stands in the file of a channel that was just added: its settings, the variable of its token, or the program that is started. */
function entryFor(name: string, rest: readonly string[]): ChannelEntry | undefined {
  const token_env = `KESTREL_${name.toUpperCase().replaceAll("-", "_")}_TOKEN`;
  const pairs = rest.map((word) => /^([a-z_]+)=(.*)$/s.exec(word));
  const settings = pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", pair[2] ?? ""] as const] : []));
  if (rest.length > 0 && settings.length === 0)
    return ChannelEntry.parse({ kind: "program", command: [...rest] });
  if (settings.length < rest.length) return undefined;
  const { allow, groups, ...others } = Object.fromEntries(settings);
  const listed = (value: string | undefined) => value?.split(",");
  const isKind = ChannelKind.safeParse(name).success;
  const entry = {
    ...(!isKind && { kind: "telegram" }),
    ...(name !== "irc" && others.kind !== "irc" && { token_env }),
    ...others,
    ...(allow && { allow: listed(allow) }),
    ...(groups && { groups: listed(groups) }),
  };
  return ChannelEntry.safeParse(entry).data;
}
