import type { ChannelAdapter } from "../port.ts";
import { wordsIn } from "../words.ts";
import type { ThreadStart } from "./messages.ts";

/** The adapter of a channel. Nothing of the others is evaluated. */
export async function adapterOf(channel: ThreadStart["channels"][number]): Promise<ChannelAdapter> {
  const { kind, entry, secret = "", environment = {} } = channel;
  switch (kind) {
    case "telegram": {
      const { TelegramAdapter } = await import("../adapters/telegram.ts");
      return new TelegramAdapter({ token: secret, url: entry.url });
    }
    case "irc": {
      const { IrcAdapter } = await import("../adapters/irc.ts");
      const { url = "", nick = "", groups = [] } = entry;
      return new IrcAdapter({ url, nick, groups, secret: channel.secret });
    }
    case "mail": {
      const { url = "", smtp = "", address = "", user = address, authserv = "", mailbox } = entry;
      const { MailAdapter } = await import("../adapters/mail.ts");
      return new MailAdapter({ url, smtp, address, user, authserv, mailbox, password: secret });
    }
    case "discord": {
      const { DiscordAdapter } = await import("../adapters/discord.ts");
      return new DiscordAdapter({ token: secret, url: entry.url });
    }
    case "slack": {
      const { SlackAdapter } = await import("../adapters/slack.ts");
      return new SlackAdapter({ secret, url: entry.url });
    }
    case "matrix": {
      const { MatrixAdapter } = await import("../adapters/matrix.ts");
      const { url = "" } = entry;
      return new MatrixAdapter({ token: secret, url, refusal: wordsIn(channel.language)("encrypted") });
    }
    case "program": {
      const { ProgramAdapter } = await import("../adapters/program.ts");
      return new ProgramAdapter(entry.command ?? [], environment);
    }
    default:
      return kind satisfies never;
  }
}
