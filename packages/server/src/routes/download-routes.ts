import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Models to download and delete, and recommended ones. */
export function downloadRoutes(app: FastifyInstance, application: Pick<Application, "downloads">): void {
  const listed = async () => {
    const downloads = application.downloads();
    return { downloads: await downloads.list(), folder: downloads.folder };
  };
  route(app, "listDownloads", 200, listed);

  route(app, "knownModels", 200, () => application.downloads().known());

  route(app, "startDownload", 202, async ({ body }) => ({
    download: await application.downloads().start(body.source),
  }));

  route(app, "pauseDownload", 200, async ({ body }) => ({
    download: await application.downloads().pause(body.id),
  }));

  route(app, "dropDownload", 200, async ({ body }) => {
    await application.downloads().drop(body.id);
    return listed();
  });

  route(app, "readEngineFetch", 200, () => application.downloads().engine.read());

  route(app, "fetchEngine", 202, ({ body }) => application.downloads().engine.start(body.vulkan));

  route(app, "removeModel", 200, async ({ body }) => ({
    freed: await application.downloads().remove(body.id),
  }));
}
