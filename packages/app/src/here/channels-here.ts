import type { ChannelEntry } from "@kestrel/protocol/channel";
import {
  addChannelEntry,
  dataPaths,
  prepareFolders,
  readChannelEntry,
  removeChannelEntry,
} from "@kestrel/store";

/** The channels in the user's file, as a command changes them. Nothing is started by it. */
export async function channelsHere() {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  const { configFile: file } = paths;
  return {
    file,
    read: readChannelEntry,
    add: (name: string, entry: ChannelEntry) => addChannelEntry(file, name, entry),
    remove: (name: string) => removeChannelEntry(file, name),
  };
}
