import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The user's facts: list, search, add, change and erase. */
export function memoryRoutes(app: FastifyInstance, memory: Application["memory"]): void {
  route(app, "listMemory", 200, ({ body }) => memory.list(body));

  route(app, "recallMemory", 200, ({ body }) => memory.recall(body));

  route(app, "storeMemory", 201, ({ body }) => memory.store(body));

  route(app, "importMemory", 200, ({ body }) => memory.import(body));

  route(app, "changeMemory", 200, ({ body }) => memory.change(body));

  route(app, "offerMemory", 200, ({ body }) => memory.offer(body));

  route(app, "forgetMemory", 200, ({ body }) => memory.forget(body.id));
}
