import { KestrelError } from "@kestrel/core";
import type { FastifyInstance } from "fastify";
import type { LoginCodes } from "../guard/login-codes.ts";
import { isForeign, peerUser } from "../guard/peer-user.ts";
import type { Devices } from "../server-parts.ts";
import { route } from "./route.ts";

type LoginParts = {
  codes: LoginCodes;
  loginLink(): string;
  devices: Devices;
  /** No browser is known any more: whoever still listens has to come again. */
  onForgotten(): void;
};

/** Who may come in: a code for a browser's own token, a new code, and forgetting every browser. */
export function loginRoutes(
  app: FastifyInstance,
  { codes, loginLink, devices, onForgotten }: LoginParts,
): void {
  route(app, "login", 200, async ({ body, request }) => {
    const peer = await peerUser(request.raw.socket);
    // Who may have read the link over somebody's shoulder.
    // A connection that was dropped does not tell any more whose it was.
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
