import { z } from "zod";

/** What an access token allows: `read` looks at everything and changes nothing; `full` does what the console can, but for access itself. */
export const TokenScope = z.enum(["read", "full"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** What the table of routes names: a scope may have a parameter behind its kind, `kind:parameter`. */
export type ScopeKind = TokenScope extends `${infer Kind}:${string}` ? Kind : TokenScope;
