export { createServer, type RunningServer } from "./create-server.ts";
export type { ServerParts } from "./server-parts.ts";
