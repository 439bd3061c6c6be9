import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

/** A tool of the web, and what it costs. Tokens are estimates. */
export const WebTool = z.object({
  name: z.enum(["fetch", "search"]),
  /** `off` until the user configures it; `key_missing`: the variable that holds the key is not set. */
  state: z.enum(["on", "off", "key_missing"]),
  /** Host of the search service. */
  at: z.string().optional(),
  /** Of its line in each session's prefix, while it is on. */
  line: z.int().nonnegative(),
  /** Of its text, once it is used. */
  tokens: z.int().nonnegative(),
});
export type WebTool = z.infer<typeof WebTool>;

/** The result of a test search; `detail` as the model would read it. */
export const SearchTrial = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ok"), hits: z.int().nonnegative() }),
  z.object({ outcome: z.literal("failed"), detail: z.string() }),
]);
export type SearchTrial = z.infer<typeof SearchTrial>;

/** The routes for the web. */
export const webRoutes = {
  listWeb: getRoute("/api/v1/web", z.object({ tools: z.array(WebTool), file: z.string() })),
  /** Runs one search for one word. A failure is a normal answer; rejected with `not_found` when no search is configured. */
  trySearch: postRoute("/api/v1/web/search/try", z.strictObject({}), z.object({ trial: SearchTrial })),
} as const;
