import { KestrelError } from "@kestrel/core";
import type { Downloads } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { knownSource, ModelDownloads, removeModel } from "@kestrel/runtime";
import { type Config, type DataPaths, keptRows } from "@kestrel/store";
import type { EngineHere } from "./compose-engine.ts";
import { engineFetch } from "./engine-fetch.ts";
import { FastestReply } from "./fastest-reply.ts";
import { knownHere } from "./known-here.ts";
import { modelsFolder } from "./models-folder.ts";

/** A smaller model does not measure the memory's speed. Bytes. */
const enoughToTell = 500e6;

/** The downloads of this data folder. `begin` resumes those of the previous daemon. */
export function composeDownloads(
  config: Config,
  paths: DataPaths,
  here: Pick<EngineHere, "engine" | "models" | "source" | "lookAgain">,
): Downloads & Pick<ModelDownloads, "begin" | "running" | "close"> {
  const { values } = config;
  const folder = modelsFolder(config, paths);
  const variable = values["models.hub_token_env"];
  const downloads = new ModelDownloads({
    folder,
    hub: { url: values["models.hub"], token: () => process.env[variable] || undefined, variable },
    kept: keptRows(paths, "downloads.json"),
    known: knownSource,
  });
  const replies = new FastestReply();
  here.engine.watch(({ speed }) => replies.note(here.source(), speed?.generated));
  const bandwidth = async () => {
    const path = here.source();
    const bytes = (await here.models.list()).find((model) => model.path === path)?.bytes ?? 0;
    const speed = replies.of(path);
    return speed !== undefined && bytes > enoughToTell ? speed * bytes : undefined;
  };
  return {
    folder,
    engine: engineFetch(paths.data, here.lookAgain),
    begin: () => downloads.begin(),
    running: () => downloads.running(),
    close: () => downloads.close(),
    list: () => downloads.list(),
    start: (source) => downloads.start(source),
    pause: (id) => downloads.pause(id),
    drop: (id) => downloads.drop(id),
    known: async () => {
      const measured = await bandwidth().catch(passOver("reckoning a speed"));
      return knownHere(folder, await here.models.list(), measured);
    },
    remove: async (id) => {
      const model = (await here.models.list()).find((one) => one.id === id);
      if (!model) throw new KestrelError("model_not_found", "no such model on disk", { id });
      if (model.place !== "downloaded")
        throw new KestrelError("model_file_invalid", "not downloaded", {
          path: model.path,
          reason: "elsewhere",
        });
      if (here.source() === model.path) await here.models.unload();
      const freed = await removeModel(model, folder);
      downloads.forget(model.path);
      return freed;
    },
  };
}
