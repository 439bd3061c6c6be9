import type { ChannelState } from "@kestrel/protocol/channel";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import { localTime } from "./local-time.ts";

/** One channel: its state, its failure and remedy, its senders, its queue. */
export function channelLines(channel: ChannelState, file: string, say: Say): string[] {
  const {
    name,
    kind,
    state,
    why,
    detail,
    until,
    paired = [],
    queue,
    dropped = 0,
    recent: [last] = [],
  } = channel;
  const time = until === undefined ? "" : localTime(until);
  const head = `${oneLine(name)}${kind && kind !== name ? ` (${kind})` : ""}: ${say(`channels.state.${state}`, { time })}`;
  const facts = { name: oneLine(name), file, ...(detail !== undefined && { detail: oneLine(detail) }) };
  const lines = [
    why === undefined
      ? state === "waiting" && detail !== undefined
        ? oneLine(detail)
        : ""
      : say(`channels.trouble.${why}`, facts as never),
    paired.length === 0 ? "" : say("channels.paired", { senders: paired.map(oneLine).join(", ") }),
    queue && queue.in + queue.out > 0 ? say("channels.queue", queue) : "",
    dropped === 0 ? "" : say("channels.dropped", { count: dropped }),
    last ? say("channels.last", { sender: oneLine(last.sender), time: localTime(last.at) }) : "",
  ];
  return [head, ...lines.filter((line) => line !== "").map((line) => `  ${line}`)];
}
