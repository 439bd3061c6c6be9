import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";

/**
 * `<dataDir>/engine` holds one folder per unpacked engine and a file `current` that names the finished one.
 * An engine is never moved: its program carries the absolute path of its loader. So it is built in its final
 * place, and `current` is written last; whatever `current` does not name is an unfinished or old build.
 */
const engineFolder = (dataDir: string) => join(dataDir, "engine");
const currentFile = (dataDir: string) => join(engineFolder(dataDir), "current");
const programIn = (dataDir: string, name: string) => join(engineFolder(dataDir), name, "bin", "llama-server");

/** The program of the finished engine, if fetched. It may no longer run. */
export async function fetchedEnginePath(dataDir: string): Promise<string | undefined> {
  const name = (await readFile(currentFile(dataDir), "utf8").catch(absent)) ?? "";
  return name ? programIn(dataDir, name.trim()) : undefined;
}

/** Deletes earlier unfinished builds and creates a new empty build folder. Call it under the fetch lock. */
export async function openBuildFolder(dataDir: string): Promise<string> {
  const folder = engineFolder(dataDir);
  for (const name of await readdir(folder)) {
    if (name.startsWith("llama-server-")) await rm(join(folder, name), { recursive: true, force: true });
  }
  const build = join(folder, `llama-server-${process.pid}-${Date.now().toString(36)}`);
  await mkdir(build);
  return build;
}

/** Atomically makes a finished build the current engine. Returns its program. */
export async function finishBuild(dataDir: string, buildFolder: string): Promise<string> {
  const name = buildFolder.slice(engineFolder(dataDir).length + 1);
  const draft = join(buildFolder, "name");
  await writeFile(draft, `${name}\n`);
  await rename(draft, currentFile(dataDir));
  return programIn(dataDir, name);
}
