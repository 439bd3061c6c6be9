import type { Logins } from "../connection/connections.ts";
import type { ServerBook } from "../server-book.ts";

/** The logins of a book, each for the address it was made at: an entry that names another has none, and one with a token of its own needs none. */
export function loginsIn(book: ServerBook): Logins {
  return {
    of: async ({ name, entry }) => {
      if (entry.url === undefined || entry.bearer_env !== undefined) return undefined;
      const kept = await book.login(name);
      return kept?.url === entry.url && kept.tokens
        ? { client: kept.client, tokens: kept.tokens }
        : undefined;
    },
    keep: async ({ name, entry }, saved) => {
      if (entry.url !== undefined) await book.keepLogin(name, { url: entry.url, ...saved });
    },
  };
}
