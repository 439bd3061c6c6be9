import { type ApiRoute, type RouteName, type Routes, routes } from "@kestrel/protocol/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

type BodyOf<Name extends RouteName> = Routes[Name]["body"] extends z.ZodType
  ? z.output<Routes[Name]["body"]>
  : undefined;

export type RouteInput<Name extends RouteName> = {
  body: BodyOf<Name>;
  params: Record<string, string>;
  query: Record<string, unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Registers one route of the table: its method, path, access, and body check. Body limit 1 MiB unless given. */
export function route<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  status: number,
  handle: (input: RouteInput<Name>) => Promise<z.input<Routes[Name]["answer"]>>,
  bodyLimit?: number,
): void {
  const { method, path, body, access, takes }: ApiRoute = routes[name];
  app.route({
    method,
    url: path,
    config: { access, takes },
    bodyLimit,
    handler: async (request, reply) => {
      const parsed = body === undefined ? undefined : body.parse(request.body);
      const answer = await handle({
        body: parsed as BodyOf<Name>,
        params: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        request,
        reply,
      });
      if (reply.sent || reply.raw.headersSent) return reply;
      return reply.code(status).send(answer);
    },
  });
}
