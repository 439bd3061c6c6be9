import { mkdir, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sampleProject } from "./sample-project.ts";

/** The empty folder under the data folder in which sessions without a folder work. */
export async function makeNoFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, "no-folder");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}

/** The folder with the sample project, under the data folder. Files a user changed there are left as they are. */
export async function makePlayground(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, "playground");
  for (const [name, content] of Object.entries(sampleProject)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
  return realpath(folder);
}
