import type { Application } from "@kestrel/daemon";
import type { ChannelName } from "@kestrel/protocol/access";
import type { AccessTokens } from "./guard/access-tokens.ts";
import type { ChannelRules } from "./guard/keep-channels.ts";

/** The browsers that logged in. Their tokens outlive the daemon, until they are forgotten. */
export type Devices = {
  /** A new browser's token, 256 random bits. */
  admit(): Promise<string>;
  knows(token: string): boolean;
  /** Forgets all of them; how many there were. */
  forget(): Promise<number>;
};

/** The HTTP side of an application: where it listens, and who may come in. */
export type ServerParts = {
  application: Application;
  /** 0 for a free one. The address is always 127.0.0.1. */
  port: number;
  /** Another port for when `port` is taken. Absent when the user chose the port. */
  anotherPort?(): Promise<number>;
  /** 256 random bits in hex. It grants full access. */
  token: string;
  devices: Devices;
  /** The access tokens that may do less, or what the console can. */
  tokens: AccessTokens;
  /** What holds for a channel; without it each works in the sample project, and no yes comes from there. */
  channelRules?(channel: ChannelName): ChannelRules;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** The built console; without it only the API answers. */
  consoleFolder?: string;
  /** The command that starts the program in a terminal. The page shows it to users who are not logged in. */
  command?: string;
};
