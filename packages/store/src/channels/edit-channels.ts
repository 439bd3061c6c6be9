import type { ChannelEntry } from "@kestrel/protocol/channel";
import { parse, stringify } from "smol-toml";
import { configText, rewriteConfig } from "../config/rewrite-config.ts";

type Values = Record<string, unknown>;
type Edited = "done" | "exists" | "unknown" | "by_hand";

const channelsOf = ({ channels }: Values) => Object(channels ?? {}) as Values;

/** Appends a channel to the user's file. */
export async function addChannelEntry(file: string, name: string, entry: ChannelEntry): Promise<Edited> {
  const text = await configText(file);
  const before = parse(text) as Values;
  if (Object.hasOwn(channelsOf(before), name)) return "exists";
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const added = `${text}${gap}${stringify({ channels: { [name]: entry } }).trim()}\n`;
  const wanted = { ...before, channels: { ...channelsOf(before), [name]: entry } };
  return (await rewriteConfig(file, added, wanted)) ? "done" : "by_hand";
}

/** Removes a channel; every other line stays unchanged. */
export async function removeChannelEntry(file: string, name: string): Promise<Edited> {
  const text = await configText(file);
  const before = parse(text) as Values;
  const { [name]: gone, ...rest } = channelsOf(before);
  if (gone === undefined) return "unknown";
  let inside = false;
  const kept = text.split("\n").filter((line) => {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, "");
    if (header !== undefined) inside = header === `channels.${name}`;
    return !inside;
  });
  const left = `${kept.join("\n").trimEnd()}\n`;
  return (await rewriteConfig(file, left, { ...before, channels: rest })) ? "done" : "by_hand";
}
