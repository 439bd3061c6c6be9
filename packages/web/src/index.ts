export type { Resolver } from "./address/checked-addresses.ts";
export { type WebParts, type WebSettings, webSource } from "./source/web-source.ts";
export { listWebTools, trySearch } from "./web-access.ts";
