import type { Routes } from "@kestrel/protocol/api";

type Listed = Routes["listChannels"]["answer"]["_output"];

/** The user's channels; nothing of them is loaded before there is one. Each rejects with `not_found` for a name that is none. */
export type ChannelAccess = {
  list(): Promise<Listed>;
  pair(name: string): Promise<Routes["pairChannel"]["answer"]["_output"]>;
  unpair(name: string, sender: string): Promise<Listed>;
  test(name: string): Promise<Routes["testChannel"]["answer"]["_output"]>;
  switch(name: string, on: boolean): Promise<Listed>;
  reload(): Promise<Listed>;
  close(): Promise<void>;
};
