import { DiscordAdapter } from "../adapters/discord.ts";
import { IrcAdapter } from "../adapters/irc.ts";
import { MatrixAdapter } from "../adapters/matrix.ts";
import { ProgramAdapter } from "../adapters/program.ts";
import { SlackAdapter } from "../adapters/slack.ts";
import { TelegramAdapter } from "../adapters/telegram.ts";
import type { ChannelAdapter } from "../port.ts";
import { wordsIn } from "../words.ts";
import type { ThreadStart } from "./messages.ts";

/** The adapter of a channel. The libraries of mail are evaluated with the first mailbox. */
export async function adapterOf(channel: ThreadStart["channels"][number]): Promise<ChannelAdapter> {
  const { kind, entry, secret = "", environment = {} } = channel;
  switch (kind) {
    case "telegram":
      return new TelegramAdapter({ token: secret, url: entry.url });
    case "irc": {
      const { url = "", nick = "", groups = [] } = entry;
      return new IrcAdapter({ url, nick, groups, secret: channel.secret });
    }
    case "mail": {
      const { url = "", smtp = "", address = "", user = address, authserv = "", mailbox } = entry;
      const { MailAdapter } = await import("../adapters/mail.ts");
      return new MailAdapter({ url, smtp, address, user, authserv, mailbox, password: secret });
    }
    case "discord":
      return new DiscordAdapter({ token: secret, url: entry.url });
    case "slack":
      return new SlackAdapter({ secret, url: entry.url });
    case "matrix": {
      const { url = "" } = entry;
      return new MatrixAdapter({ token: secret, url, refusal: wordsIn(channel.language)("encrypted") });
    }
    case "program":
      return new ProgramAdapter(entry.command ?? [], environment);
    default:
      return kind satisfies never;
  }
}
