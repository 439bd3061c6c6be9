import type { ChannelState } from "@kestrel/protocol/channel";
import type { DaemonAddress } from "@kestrel/server/client";
import type { ChannelAdapter, Surroundings } from "../port.ts";
import type { SayWord } from "../words.ts";
import type { Journal } from "./journal.ts";
import type { Slots } from "./slots.ts";

/** What the host answers to commands: it may look where the channel's key does not reach. */
export type SlashAnswers = { status(): Promise<string>; model(argument: string): Promise<string> };

/** What the user's settings say, and who paired. */
export type BridgeRules = {
  allow: readonly string[];
  groups: readonly string[];
  mode: "plan" | "ask";
  phone: boolean;
  /** The words are the user's own prompt: no command is read in them. */
  literal?: boolean;
};

export type BridgeParts = {
  name: string;
  kind: ChannelState["kind"];
  adapter: ChannelAdapter;
  journal: Journal;
  daemon: DaemonAddress;
  rules: BridgeRules;
  /** Paired senders; `add` is durable. */
  paired: { list(): readonly string[]; add(sender: string): Promise<void> };
  say: SayWord;
  surroundings: Surroundings;
  slots: Slots;
  host: SlashAnswers & { sandboxed(): Promise<boolean> };
  onState(): void;
};
