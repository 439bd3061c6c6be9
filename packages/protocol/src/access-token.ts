import { z } from "zod";
import { RemoteAccess } from "./remote-access.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";
import { channelIn, TokenScope } from "./token-scope.ts";

export { ChannelName, Origin } from "./origin.ts";
export { channelIn, RemoteAccess, TokenScope };

/** An access token as it is listed. It does not contain the secret. */
export const AccessToken = z.object({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  name: z.string(),
  scopes: z.array(TokenScope).min(1),
  createdAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.string().optional(),
  expiresAt: z.string().optional(),
  /** What a program asked of the model with it. Tokens as the server counted them; an answer that was left before its end counts none. */
  used: z
    .object({
      requests: z.int().nonnegative(),
      prompt: z.int().nonnegative(),
      generated: z.int().nonnegative(),
    })
    .optional(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const NewAccessToken = z.strictObject({
  name: z.string().trim().min(1).max(60),
  scopes: z
    .array(TokenScope)
    .min(1)
    .max(8)
    // A restricted key cannot be combined with other scopes.
    .refine((scopes) => channelIn(scopes) === undefined || scopes.length === 1),
  expiresInDays: z.int().min(1).max(3650).optional(),
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

/** Who else gets in: for the owner alone, and for no token that is listed here. */
export const accessTokenRoutes = {
  listTokens: getRoute("/api/v1/tokens", z.object({ tokens: z.array(AccessToken) }), "owner"),
  /** `secret` is returned here only. */
  addToken: postRoute(
    "/api/v1/tokens",
    NewAccessToken,
    z.object({ secret: z.string(), token: AccessToken }),
    "owner",
  ),
  /** Also closes connections opened with it. */
  revokeToken: deleteRoute(
    "/api/v1/tokens/:id",
    z.strictObject({}),
    z.object({ token: AccessToken }),
    "owner",
  ),
  /** A code that another device exchanges, once and within minutes, for a token like that. Refused where none can reach the daemon. */
  pairDevice: postRoute(
    "/api/v1/pairings",
    NewAccessToken,
    z.object({
      code: z.string(),
      /** Opens the page there with the code in it. */
      link: z.string(),
      seconds: z.int().positive(),
      remote: RemoteAccess,
    }),
    "owner",
  ),
};
