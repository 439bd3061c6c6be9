import type { McpLogin, McpProblem, McpReview, McpServerEntry, McpServerName } from "@kestrel/protocol/api";

export type ConfiguredServer = { name: McpServerName; entry: McpServerEntry };

/**
 * What the user wrote about servers, and what was seen of them. Implemented by `@kestrel/store`.
 *
 * - `configured` reads the user's file anew; entries that are none are named and left out.
 * - `change` is given what was kept, and resolves when what it makes of it is on disk; undefined forgets it.
 */
export interface ServerBook {
  configured(): Promise<{
    servers: readonly ConfiguredServer[];
    problems: readonly McpProblem[];
    file: string;
  }>;
  /** Undefined for a server that was never reviewed. */
  review(server: McpServerName): Promise<McpReview | undefined>;
  /** The saved login, whatever address it was for. Undefined without one. */
  login(server: McpServerName): Promise<McpLogin | undefined>;
  /** Saves it readable by this user alone. Undefined deletes it. */
  keepLogin(server: McpServerName, login: McpLogin | undefined): Promise<void>;
  change(
    server: McpServerName,
    make: (review: McpReview | undefined) => McpReview | undefined,
  ): Promise<McpReview | undefined>;
}
