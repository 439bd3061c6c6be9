import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testEngine } from "../../machine.ts";
import { writeScriptedModel } from "../../models/scripted-model.ts";
import { standardScripts } from "../../models/standard-scripts.ts";
import { startDaemon } from "../built-program.ts";
import { atLeast, type Row } from "../row.ts";
import { askInSession, newSession } from "./ask-daemon.ts";
import type { CacheScene } from "./scene.ts";

/** The daemon and its own engine end and come back in the middle of a session. */
export const restarts: CacheScene = {
  name: "restarts",
  async measure(stage): Promise<Row[]> {
    const model = join(stage.folder, "own.gguf");
    await writeScriptedModel(model, standardScripts);
    const settings = join(stage.folder, "data", "config");
    await mkdir(settings, { recursive: true, mode: 0o700 });
    await writeFile(join(settings, "config.toml"), `[engine]\npath = "${testEngine}"\n`, { mode: 0o600 });
    const words = ["--model", model];
    const first = await startDaemon(words, stage.folder);
    const session = await newSession(first, stage);
    await askInSession(first, session, "[[search]] first");
    await first.stop();
    const files = await readdir(join(stage.folder, "data", "slots"));
    const bytes = (await readFile(join(stage.folder, "data", "slots", files[0] ?? ""))).length;
    const second = await startDaemon(words, stage.folder);
    try {
      const before = await askInSession(second, session, "[[plain]] again");
      const usages = before.flatMap(({ body }) =>
        body.type === "reply.completed" && body.usage ? [body.usage] : [],
      );
      const [was, now] = usages.slice(-2);
      const reachable = (was?.prompt ?? 0) + (was?.generated ?? 0) - 1;
      const share = (100 * (now?.cached ?? 0)) / reachable;
      const note = `${now?.cached} of ${reachable} tokens, a file of ${Math.round(bytes / 1024)} KiB`;
      return [atLeast("reused after a restart of daemon and engine", share, 95, "%", note)];
    } finally {
      await second.stop();
    }
  },
};
