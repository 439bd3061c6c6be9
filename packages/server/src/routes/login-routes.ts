import { KestrelError } from "@kestrel/core";
import type { FastifyInstance } from "fastify";
import type { AccessTokens } from "../guard/access-tokens.ts";
import { isRemote } from "../guard/guard-requests.ts";
import type { LoginCodes } from "../guard/login-codes.ts";
import type { PairingCodes } from "../guard/pairing-codes.ts";
import { isForeign, peerUser } from "../guard/peer-user.ts";
import type { Devices } from "../server-parts.ts";
import { route } from "./route.ts";

type LoginParts = {
  codes: LoginCodes;
  loginLink(): string;
  devices: Devices;
  /** Codes that another device exchanges for an access token. */
  pairing: PairingCodes;
  tokens: AccessTokens;
  /** Called when all browsers are logged out: connected ones must log in again. */
  onForgotten(): void;
};

/** Login: a code for a browser's own token, a new code, and logging out every browser. */
export function loginRoutes(
  app: FastifyInstance,
  { codes, loginLink, devices, pairing, tokens, onForgotten }: LoginParts,
): void {
  route(app, "login", 200, async ({ body, request }) => {
    if (isRemote(request.raw)) {
      const { secret } = await tokens.add(pairing.redeem(body.code, request.raw.socket.remoteAddress));
      return { token: secret };
    }
    const peer = await peerUser(request.raw.socket);
    // Another user of this machine may have read the link. The system does not report the user of a closed connection.
    if (request.raw.socket.destroyed) throw new KestrelError("code_invalid", "the connection is gone");
    codes.redeem(body.code, peer, isForeign(peer));
    return { token: await devices.admit() };
  });

  route(app, "makeLoginCode", 200, async () => ({ url: loginLink() }));

  route(app, "forgetDevices", 200, async () => {
    const forgotten = await devices.forget();
    onForgotten();
    return { forgotten };
  });
}
