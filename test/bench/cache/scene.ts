import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type RunningServer, startLlamaServer } from "../../engine/start-llama-server.ts";
import type { Scripts } from "../../models/scripted/script.ts";
import { writeScriptedModel } from "../../models/scripted-model.ts";
import { standardFiles } from "../../models/standard-scripts.ts";
import type { Row } from "../row.ts";

/** The stage of one scene: a llama-server of its own, and a folder with a workspace. Both go when it is over. */
export type Stage = { folder: string; workspace: string; url: string };

/** One story about the cache, told to a fresh server. A new one is a line in `scenes`. */
export type CacheScene = {
  name: string;
  /** The model file that is served; the scripted one where none is named. */
  model?: string;
  /** A scripted model of its own, and how far it sees. */
  scripted?: { scripts: Scripts; window: number };
  /** Files in the workspace beside the standard ones. */
  files?: Readonly<Record<string, string>>;
  /** Writes a model of the scene's own. */
  writeModel?(path: string): Promise<void>;
  /** What the server is started with beside what one slot needs. */
  flags?: readonly string[];
  measure(stage: Stage): Promise<Row[]>;
};

/** Plays one scene on a server of its own. */
export async function play(scene: CacheScene, engine: string, model: string, place: string): Promise<Row[]> {
  const folder = join(place, scene.name);
  const workspace = join(folder, "workspace");
  for (const [name, text] of Object.entries({ ...standardFiles, ...scene.files })) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), text);
  }
  const own = join(folder, "scene.gguf");
  await scene.writeModel?.(own);
  if (scene.scripted)
    await writeScriptedModel(own, scene.scripted.scripts, { window: scene.scripted.window });
  const served = scene.model ?? (scene.scripted || scene.writeModel ? own : model);
  const server: RunningServer = await startLlamaServer(engine, served, scene.flags);
  try {
    return await scene.measure({ folder, workspace, url: server.url });
  } finally {
    await server.stop();
  }
}
