import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyStaticOptions } from "@fastify/static";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { answerErrors } from "../error-reply.ts";
import { isRemote } from "../guard/guard-requests.ts";
import { protectAnswers } from "../guard/protect-answers.ts";
import { routing } from "../routing.ts";

const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/;

/** Site data that is cleared before login: an earlier program on this address may have left a service worker. */
const clearedBeforeLogin = '"cache", "storage"';

const places = {
  page: "/",
  login: "/login",
  preview: "/preview",
  asset: "/assets/:name",
  manual: "/help/",
} as const;

/** Files that a browser needs to install the console as an app, by name. */
const appFiles = ["manifest.webmanifest", "icon-192.png", "icon-512.png"] as const;

/** The manual has no inline script either; its code highlighting uses style attributes. */
const manualPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type ConsoleParts = { folder: string | undefined; command?: string };

/**
 * Serves the built console: `/`, `/login`, `/preview`, `/assets/NAME`, the app files and the manual under `/help/`, nothing else of the
 * disk. Without a build `/` is not found. The file server loads slower than the daemon starts, so the first request loads it.
 */
export async function consoleFiles(
  app: FastifyInstance,
  { folder, command = "kestrel" }: ConsoleParts,
  isOpenLink: (name: string) => boolean,
): Promise<void> {
  if (folder === undefined) return;
  await access(join(folder, "index.html"));
  let files: Promise<FastifyInstance> | undefined;
  const handOn = async (request: FastifyRequest, reply: FastifyReply) => {
    files ??= fileServer({ folder, command }, isOpenLink);
    const { routing: route } = await files;
    reply.hijack();
    route(request.raw, reply.raw);
  };
  const { page, login, preview, asset, manual } = places;
  for (const open of [page, preview, asset, `${manual}*`, ...appFiles.map((name) => `/${name}`)])
    app.get(open, { config: { access: "public" } }, handOn);
  app.get(login, { config: { access: "public", entrance: true } }, handOn);
}

/** Registered behind the server's guard; its answers carry the same headers. */
async function fileServer(
  { folder, command }: { folder: string; command: string },
  isOpenLink: (name: string) => boolean,
): Promise<FastifyInstance> {
  const { default: fastifyStatic } = await import("@fastify/static");
  const app = Fastify(routing);
  protectAnswers(app);
  answerErrors(app);
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    dotfiles: "deny",
    index: false,
    cacheControl: false,
  });
  await app.register(manualFiles(join(folder, "help"), fastifyStatic), { prefix: places.manual });
  const page = consolePage(folder, command);
  // Other devices must not learn the path of the program on this machine.
  const pageElsewhere = consolePage(folder, "kestrel");
  const sendPage = async ({ raw }: FastifyRequest, reply: FastifyReply) =>
    reply.type("text/html; charset=utf-8").send(await (isRemote(raw) ? pageElsewhere() : page()));
  app.get(places.page, sendPage);
  app.get<{ Querystring: { link?: unknown } }>(places.login, (request, reply) => {
    const { link } = request.query;
    // Only for a valid link: an invalid one must not log out a browser that is logged in.
    if (typeof link === "string" && isOpenLink(link)) reply.header("clear-site-data", clearedBeforeLogin);
    return sendPage(request, reply);
  });
  app.get(places.preview, { config: { framed: true } }, async (_request, reply) => {
    const { page, policy } = await previewPage(folder);
    return reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page);
  });
  for (const name of appFiles) app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  app.get<{ Params: { name: string } }>(places.asset, (request, reply) => {
    const { name } = request.params;
    if (!plainName.test(name)) throw new KestrelError("not_found", "no such asset");
    return reply.sendFile(name, join(folder, "assets"));
  });
  await app.ready();
  return app;
}

/** The manual; an unknown address in it gets its own not-found page. */
function manualFiles(root: string, fastifyStatic: FastifyPluginAsync<FastifyStaticOptions>) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyStatic, {
      root,
      decorateReply: false,
      dotfiles: "deny",
      cacheControl: false,
      setHeaders: (reply) => reply.header("content-security-policy", manualPolicy),
    });
    app.setNotFoundHandler(async (_request, reply) => {
      const lost = await readFile(join(root, "404.html"), "utf8").catch(absent);
      if (lost === undefined) throw new KestrelError("not_found", "no such page");
      reply.code(404).header("content-security-policy", manualPolicy).type("text/html; charset=utf-8");
      return lost;
    });
  };
}

/**
 * The page that shows what a model wrote, framed by the console. It has an opaque origin and no network access: its one script is allowed
 * by hash, and may run code generated from the text (Mermaid).
 */
async function previewPage(folder: string): Promise<{ page: string; policy: string }> {
  const page = await readFile(join(folder, "preview.html"), "utf8");
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'sha256-${hash}' blob:`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  return { page, policy };
}

/**
 * Returns the console's page with the terminal command of this program in it: users who are not logged in must type it.
 * Each call reads the file, because a new build removes the assets that the old page names. Without a file, the last page is
 * returned.
 */
function consolePage(folder: string, command: string): () => Promise<string> {
  let page: string | undefined;
  return async () => {
    const read = readFile(join(folder, "index.html"), "utf8");
    page = await read.catch((error: unknown) => {
      if (page === undefined) throw error;
      return page;
    });
    return page.replace(
      "<head>",
      () => `<head>\n    <meta name="kestrel-command" content="${quoted(command)}" />`,
    );
  };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function quoted(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}
