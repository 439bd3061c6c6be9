import { z } from "zod";
import { ChannelName } from "./origin.ts";

/**
 * What an access token allows: `read` reads everything and changes nothing; `full` does what the console can, except managing access;
 * `channel:NAME` opens and uses its own sessions only; `model` sends requests to the loaded model only.
 */
export const TokenScope = z.union([
  z.enum(["read", "full", "model"]),
  z.templateLiteral(["channel:", ChannelName]),
]);
export type TokenScope = z.infer<typeof TokenScope>;

type KindOf<Scope> = Scope extends `${infer Kind}:${string}` ? Kind : Scope;

/** The scope in the table of routes, without its parameter: `kind` for `kind:parameter`. */
export type ScopeKind = KindOf<TokenScope>;

/** The channel that a token is for; undefined for other tokens. With a channel no other scope counts. */
export function channelIn(scopes: readonly TokenScope[]): ChannelName | undefined {
  return scopes.find((scope) => scope.startsWith("channel:"))?.slice("channel:".length);
}
