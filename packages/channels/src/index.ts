export { type ChannelEntries, ChannelHost, type ChannelHostParts } from "./host/channel-host.ts";
