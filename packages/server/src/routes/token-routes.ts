import { KestrelError } from "@kestrel/core";
import type { RemoteAccess } from "@kestrel/protocol/access";
import type { FastifyInstance } from "fastify";
import type { AccessTokens } from "../guard/access-tokens.ts";
import type { PairingCodes } from "../guard/pairing-codes.ts";
import { route } from "./route.ts";

type TokenParts = {
  pairing: PairingCodes;
  /** The address where another device enters its code. */
  remote(): RemoteAccess | undefined;
  /** Must end every open request of that token. */
  onRevoked(id: string): void;
};

/** Access tokens in addition to the daemon's own, and pairing codes for them. */
export function tokenRoutes(
  app: FastifyInstance,
  tokens: AccessTokens,
  { pairing, remote, onRevoked }: TokenParts,
): void {
  route(app, "listTokens", 200, async () => ({ tokens: tokens.list() }));

  route(app, "addToken", 201, ({ body }) => tokens.add(body));

  route(app, "pairDevice", 201, async ({ body }) => {
    const place = remote();
    if (!place) throw remoteOff(app);
    const { code, seconds } = pairing.make(body);
    return { code, seconds, link: `${place.url}/login#c=${code}`, remote: place };
  });

  route(app, "revokeToken", 200, async ({ params: { id = "" } }) => {
    try {
      return { token: await tokens.revoke(id) };
    } finally {
      onRevoked(id);
    }
  });
}

function remoteOff({ server }: FastifyInstance): KestrelError {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return new KestrelError("remote_off", "no listener for other devices", { port });
}
