import { channelsHere } from "@kestrel/app/channels";
import { ChannelName } from "@kestrel/protocol/access";
import { ChannelKind } from "@kestrel/protocol/channel";
import { type DaemonClient, DaemonRefusal } from "@kestrel/server/client";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { settledChannels } from "../doctor/check-channels.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { channelLines } from "../session-lines/channel-lines.ts";
import { oneLine } from "../terminal/one-line.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel channels`: manages messenger access. `add` and `remove` change the user's file, other verbs call the daemon. */
export async function channels({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const [name = "", ...rest] = words;
  if (verb === "add" || verb === "remove") {
    if (!ChannelName.safeParse(name).success) throw new UsageError(say("channels.how"));
    const here = await channelsHere();
    const words = verb === "add" ? entryFor(name, rest) : undefined;
    if (verb === "add" && !words) throw new UsageError(say("channels.how"));
    const read = words && here.read(name, words);
    if (read && "wrong" in read)
      throw new UsageError(`${say("channels.wrong", { key: oneLine(read.wrong) })} ${say("channels.how")}`);
    const edited = read ? await here.add(name, read.entry) : await here.remove(name);
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
      else print(sent > 0 ? say("channels.sent", { count: sent }) : say("channels.unsent", { name }));
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
    // Channels started by a change are listed once they are connected.
    const begun = verb !== undefined && verb !== "list";
    const { channels: all, file } = begun ? await settledChannels(client) : listed;
    if (flags.json) printJson({ schema: schemaVersion, channels: all, file });
    else if (all.length === 0) print(say("channels.none", { file }));
    else print(all.flatMap((one) => channelLines(one, file, say)).join("\n"));
    const added = verb === "add" && all.find((one) => one.name === name);
    if (
      added &&
      added.state === "up" &&
      !added.paired?.length &&
      !rest.some((word) => word.startsWith("allow="))
    )
      printAside(say("channels.next", { name }));
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof DaemonRefusal) || error.code !== "not_found") throw error;
    printAside(await notFound(client, { verb, name, sender: rest[0] ?? "" }, say));
    return exitCodes.failed;
  } finally {
    await close("as-found");
  }
}

/** The reason of a `not_found`: no such channel, an account that never paired, or a channel that is not running. */
async function notFound(
  client: DaemonClient,
  { verb, name, sender }: { verb: string | undefined; name: string; sender: string },
  say: CommandInput["say"],
): Promise<string> {
  const { channels: all, file } = await client.call("listChannels");
  const known = all.find((one) => one.name === name);
  if (!known) return say("channels.unknown", { name, file });
  if (verb === "unpair") return say("channels.unpaired", { name, sender });
  return say(known.kind === "gateway" ? "channels.gateway" : "channels.rests", { name });
}

/** The configuration of a channel that was just added: its settings, the variable of its token, or its program. */
function entryFor(name: string, rest: readonly string[]): Record<string, unknown> | undefined {
  const token_env = `KESTREL_${name.toUpperCase().replaceAll("-", "_")}_TOKEN`;
  const pairs = rest.map((word) => /^([a-z_]+)=(.*)$/s.exec(word));
  const settings = pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", pair[2] ?? ""] as const] : []));
  if (rest.length > 0 && settings.length === 0) return { kind: "program", command: [...rest] };
  if (settings.length < rest.length) return undefined;
  const { allow, groups, ...others } = Object.fromEntries(settings);
  const listed = (value: string | undefined) => value?.split(",");
  if (others.kind === undefined && !ChannelKind.safeParse(name).success) return undefined;
  return {
    ...(name !== "irc" && others.kind !== "irc" && others.token_file === undefined && { token_env }),
    ...others,
    ...(allow && { allow: listed(allow) }),
    ...(groups && { groups: listed(groups) }),
  };
}
