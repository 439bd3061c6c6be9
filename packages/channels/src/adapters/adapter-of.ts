import type { ChannelEntry, ChannelKind } from "@kestrel/protocol/channel";
import type { ChannelAdapter } from "../port.ts";
import { ProgramAdapter } from "./program.ts";
import { TelegramAdapter } from "./telegram.ts";

/** The adapter of a channel. */
export function adapterOf({
  kind,
  entry,
  secret = "",
}: {
  kind: ChannelKind;
  entry: ChannelEntry;
  secret?: string;
}): ChannelAdapter {
  switch (kind) {
    case "telegram":
      return new TelegramAdapter({ token: secret, url: entry.url });
    case "program":
      return new ProgramAdapter(entry.command ?? []);
    default:
      return kind satisfies never;
  }
}
