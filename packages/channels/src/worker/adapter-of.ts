import { IrcAdapter } from "../adapters/irc.ts";
import { ProgramAdapter } from "../adapters/program.ts";
import { TelegramAdapter } from "../adapters/telegram.ts";
import type { ChannelAdapter } from "../port.ts";
import type { ThreadStart } from "./messages.ts";

/** The adapter of a channel. */
export function adapterOf(channel: ThreadStart["channels"][number]): ChannelAdapter {
  const { kind, entry, secret = "", environment = {} } = channel;
  switch (kind) {
    case "telegram":
      return new TelegramAdapter({ token: secret, url: entry.url });
    case "irc": {
      const { url = "", nick = "", groups = [] } = entry;
      return new IrcAdapter({ url, nick, groups, secret: channel.secret });
    }
    case "program":
      return new ProgramAdapter(entry.command ?? [], environment);
    default:
      return kind satisfies never;
  }
}
