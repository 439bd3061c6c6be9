import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The user's channels: list, pair, test, enable and disable. */
export function channelRoutes(app: FastifyInstance, application: Pick<Application, "channels">): void {
  const channels = () => application.channels();

  route(app, "listChannels", 200, () => channels().list());

  route(app, "pairChannel", 200, ({ body }) => channels().pair(body.name));

  route(app, "unpairChannel", 200, ({ body }) => channels().unpair(body.name, body.sender));

  route(app, "testChannel", 200, ({ body }) => channels().test(body.name));

  route(app, "switchChannel", 200, ({ body }) => channels().switch(body.name, body.on));

  route(app, "reloadChannels", 200, () => channels().reload());
}
