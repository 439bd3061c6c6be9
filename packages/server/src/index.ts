export { createServer, type RunningServer } from "./create-server.ts";
export { AccessTokens, type TokenFile } from "./guard/access-tokens.ts";
export { makeCertificate, makeKey } from "./remote/make-certificate.ts";
export type { RemotePlace } from "./remote/remote-listener.ts";
export type { Devices, ServerParts } from "./server-parts.ts";
