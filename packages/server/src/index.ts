export { createServer, type RunningServer } from "./create-server.ts";
export { AccessTokens, type TokenFile } from "./guard/access-tokens.ts";
export type { Devices, ServerParts } from "./server-parts.ts";
