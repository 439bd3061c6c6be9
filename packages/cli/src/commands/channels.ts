import { channelsHere } from "@kestrel/app/channels";
import { ChannelName } from "@kestrel/protocol/access";
import { ChannelEntry } from "@kestrel/protocol/channel";
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
    const edited = verb === "add" ? await here.add(name, entryFor(name, rest)) : await here.remove(name);
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

/** What stands in the file of a channel that was just added: the variable that holds its token, or the program that is started. */
function entryFor(name: string, command: readonly string[]): ChannelEntry {
  if (command.length > 0) return ChannelEntry.parse({ kind: "program", command: [...command] });
  const token_env = `KESTREL_${name.toUpperCase().replaceAll("-", "_")}_TOKEN`;
  return ChannelEntry.parse({ ...(name === "telegram" ? {} : { kind: "telegram" }), token_env });
}
