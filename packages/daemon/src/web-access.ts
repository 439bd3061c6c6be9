import type { SearchTrial, WebTool } from "@kestrel/protocol/api";

/** The web tools, for clients. The composition builds it over `@kestrel/web`. Listing sends no request. */
export type WebAccess = {
  list(): Promise<readonly WebTool[]>;
  /** Searches once; undefined where no search is configured. */
  trySearch(): Promise<SearchTrial | undefined>;
};
