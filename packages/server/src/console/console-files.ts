import { access } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { KestrelError } from "@kestrel/core";
import type { FastifyInstance } from "fastify";

const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/;

/** What an earlier program on this address may have left in the browser, above all a service worker, goes before anybody logs in. */
const clearedBeforeLogin = '"cache", "storage"';

/** Serves the built console: `/`, `/login` and `/assets/NAME`, nothing else of the disk. Without a build `/` is not found. */
export async function consoleFiles(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await access(join(folder, "index.html"));
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    dotfiles: "deny",
    index: false,
    cacheControl: false,
  });
  app.get("/", { config: { public: true } }, (_request, reply) => reply.sendFile("index.html"));
  app.get("/login", { config: { public: true, entrance: true } }, (_request, reply) =>
    reply.header("clear-site-data", clearedBeforeLogin).sendFile("index.html"),
  );
  app.get("/favicon.svg", { config: { public: true } }, (_request, reply) => reply.sendFile("favicon.svg"));
  app.get<{ Params: { name: string } }>("/assets/:name", { config: { public: true } }, (request, reply) => {
    const { name } = request.params;
    if (!plainName.test(name)) throw new KestrelError("not_found", "no such asset");
    return reply.sendFile(name, join(folder, "assets"));
  });
}
