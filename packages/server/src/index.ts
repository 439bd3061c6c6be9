export { createServer, type RunningServer } from "./create-server.ts";
export type { Devices, ServerParts } from "./server-parts.ts";
