export { ChannelHost } from "./host/channel-host.ts";
