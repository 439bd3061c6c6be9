import type { SearchTrial, WebTool } from "@kestrel/protocol/api";

/** What a client asks about the tools of the web. Put together by the composition over `@kestrel/web`; listing reaches nobody. */
export type WebAccess = {
  list(): Promise<readonly WebTool[]>;
  /** Searches once; undefined where no search is configured. */
  trySearch(): Promise<SearchTrial | undefined>;
};
