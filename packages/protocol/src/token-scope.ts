import { z } from "zod";
import { ChannelName } from "./origin.ts";

/**
 * What an access token allows: `read` looks at everything and changes nothing; `full` does what the console can, but for access itself;
 * `channel:NAME` opens sessions of its own, speaks in those, and sees nothing else; `model` asks the loaded model and sees nothing else.
 */
export const TokenScope = z.union([
  z.enum(["read", "full", "model"]),
  z.templateLiteral(["channel:", ChannelName]),
]);
export type TokenScope = z.infer<typeof TokenScope>;

type KindOf<Scope> = Scope extends `${infer Kind}:${string}` ? Kind : Scope;

/** What the table of routes names: a scope may have a parameter behind its kind, `kind:parameter`. */
export type ScopeKind = KindOf<TokenScope>;

/** The channel that a token is for; undefined for a token of another kind. Beside a channel no other scope counts. */
export function channelIn(scopes: readonly TokenScope[]): ChannelName | undefined {
  return scopes.find((scope) => scope.startsWith("channel:"))?.slice("channel:".length);
}
