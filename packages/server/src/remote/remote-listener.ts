import { createHash, X509Certificate } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RemoteAccess } from "@kestrel/protocol/access";
import { answerBroken } from "../error-reply.ts";

/** The address for other devices, and its certificate. */
export type RemotePlace = {
  /** One address of this machine, IPv6 without brackets. */
  address: string;
  port: number;
  /** Host names in addition to those of the certificate. */
  names: readonly string[];
  /** PEM. */
  certificate: string;
  key: string;
};

export type RemoteListener = {
  access: RemoteAccess;
  /** The origins of pages served there. */
  origins: readonly string[];
  server: Server;
  close(): void;
};

/** Most open connections in all, and per address. A browser opens six. */
const mostConnections = { all: 512, ofOneAddress: 64 } as const;

/** Milliseconds for the TLS handshake. */
const handshakeMs = 10_000;

/** Listens for other devices with TLS only. Rejects with the error of the system or the TLS library. */
export async function listenRemotely(
  { address, port: wanted, names, certificate, key }: RemotePlace,
  limits: object,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RemoteListener> {
  const facts = new X509Certificate(certificate);
  const { createServer } = await import("node:https");
  const tls = { cert: certificate, key, minVersion: "TLSv1.2", handshakeTimeout: handshakeMs } as const;
  const server = createServer({ ...limits, ...tls }, answer);
  server.on("clientError", answerBroken);
  const sockets = boundSockets(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: address, port: wanted }, () => {
      server.off("error", reject);
      const bound = server.address();
      resolve(typeof bound === "object" && bound ? bound.port : wanted);
    });
  });
  const hosts = [address.includes(":") ? `[${address}]` : address, ...namesIn(facts), ...names];
  // As browsers write it: without the default port, IPv6 in its short form.
  const origins = hosts.map((host) => new URL(`https://${host}:${port}`).origin);
  const [url = ""] = origins;
  return {
    access: {
      url,
      fingerprint: facts.fingerprint256,
      pin: `sha256//${spkiDigest(facts)}`,
      expiresAt: new Date(facts.validTo).toISOString(),
    },
    origins: [...new Set(origins)],
    server,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The open connections, also those before the TLS handshake. Limits each address, so that none can use up all. */
function boundSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.maxConnections = mostConnections.all;
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    const others = [...sockets].filter((one) => one.remoteAddress === remoteAddress).length;
    if (others >= mostConnections.ofOneAddress) socket.destroy();
    else sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** A wildcard name is not a host name. */
function namesIn({ subjectAltName = "" }: X509Certificate): string[] {
  return [...subjectAltName.matchAll(/(?:^|, )DNS:([a-z\d.-]+)(?=,|$)/gi)].flatMap(([, name]) => name ?? []);
}

function spkiDigest({ publicKey }: X509Certificate): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");
}
