import { setTimeout as wait } from "node:timers/promises";
import type { ChannelState } from "@kestrel/protocol/channel";
import type { DaemonClient } from "@kestrel/server/client";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { Finding } from "./finding.ts";

/** Longest time for a channel to connect before it is reported as connecting, and the poll interval. Milliseconds. */
const patienceMs = 5_000;
const lookMs = 100;

/** Polls the daemon's channels until none is connecting, for at most `patienceMs`. */
export async function settledChannels(client: DaemonClient) {
  const until = Date.now() + patienceMs;
  let listed = await client.call("listChannels");
  while (listed.channels.some(({ state }) => state === "connecting") && Date.now() < until) {
    await wait(lookMs);
    listed = await client.call("listChannels");
  }
  return listed;
}

/** Each channel and the gateway, with its problem and remedy; empty when none is configured. */
export async function checkChannels(client: DaemonClient, say: Say): Promise<Finding[]> {
  const { channels, file } = await settledChannels(client);
  return channels.map((channel) => findingOf(channel, file, say));
}

function findingOf({ name, state, why, detail, until }: ChannelState, file: string, say: Say): Finding {
  const facts = { name: oneLine(name), state: say(`channels.state.${state}`, { time: until ?? "" }) };
  if (why === undefined) {
    const level = state === "up" || state === "off" ? "ok" : "warn";
    return { level, sentence: "doctor.channels.ok", facts };
  }
  const about = { name: oneLine(name), file, ...(detail !== undefined && { detail: oneLine(detail) }) };
  const problem = say(`channels.trouble.${why}`, about as never);
  return { level: "fail", sentence: "doctor.channels.fail", facts: { ...facts, problem } };
}
