import type { Application } from "@kestrel/daemon";
import type { ChannelName } from "@kestrel/protocol/access";
import type { AccessTokens } from "./guard/access-tokens.ts";
import type { ChannelRules } from "./guard/keep-channels.ts";

/** The browsers that logged in. Their tokens stay valid after a restart, until `forget`. */
export type Devices = {
  /** A new browser's token, 256 random bits. */
  admit(): Promise<string>;
  knows(token: string): boolean;
  /** Logs all of them out; returns their count. */
  forget(): Promise<number>;
};

/** The HTTP side of an application: where it listens, and its credentials. */
export type ServerParts = {
  application: Application;
  /** 0 for a free one. The address is always 127.0.0.1. */
  port: number;
  /** Another port for when `port` is taken. Absent when the user chose the port. */
  anotherPort?(): Promise<number>;
  /** 256 random bits in hex. It grants full access. */
  token: string;
  devices: Devices;
  /** The access tokens, with limited scopes or the console's. */
  tokens: AccessTokens;
  /** The rules of a channel; without it each works in the sample project and cannot approve. */
  channelRules?(channel: ChannelName): ChannelRules;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The built console; without it only the API is served. */
  consoleFolder?: string;
  /** The command that starts the program in a terminal. The page shows it to users who are not logged in. */
  command?: string;
};
