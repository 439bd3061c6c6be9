import type { ChannelEntry, ChannelState, HookDoor } from "@kestrel/protocol/channel";
import type { Language } from "../words.ts";

/** A channel as the thread gets it: with its secret, and the key that its sessions are opened with. */
type ChannelToRun = {
  name: string;
  kind: NonNullable<ChannelEntry["kind"]>;
  entry: ChannelEntry;
  secret?: string;
  /** Of a program of the user's. */
  environment?: Readonly<Record<string, string>>;
  key: string;
  folder: string;
  language: Language;
};

type HookToRun = Omit<HookDoor, "secret_env" | "secret_file" | "workspace"> & {
  secret: string;
  key: string;
  folder: string;
};

/** All that the thread needs to begin. It is given no environment. */
export type ThreadStart = {
  daemonUrl: string;
  slots: number;
  channels: readonly ChannelToRun[];
  gateway?: { port: number; hosts: readonly string[]; hooks: readonly HookToRun[]; language: Language };
};

/** What the thread asks of the daemon, because a channel's key does not reach it. */
export type HostQuestion = "status" | "model" | "sandboxed";

export type ToThread =
  | { type: "pair"; name: string; code: string; until: number }
  | { type: "test"; id: number; name: string }
  | { type: "answer"; id: number; value: string | boolean }
  | { type: "stop" };

export type FromThread =
  | { type: "states"; states: readonly ChannelState[] }
  | { type: "tested"; id: number; sent?: number; failure?: string }
  | { type: "ask"; id: number; what: HostQuestion; argument: string; channel: string }
  | { type: "stopped" };

/** The channel whose sessions a hook opens. */
export function hookChannel(name: string): string {
  return `hook-${name}`.slice(0, 30);
}
