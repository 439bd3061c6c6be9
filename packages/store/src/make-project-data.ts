import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { keptJson } from "./files/kept-json.ts";
import {
  isMarked,
  markName,
  projectData,
  projectFile,
  projectFolderName,
  rememberedProjects,
} from "./remembered-projects.ts";

/**
 * Makes a data folder in a project, for this user alone, and remembers it. Rejects with `data_folder_unsafe` {path, why} when the name is
 * taken by something this user did not make here (`not_made_here`, or `holds_skills` when it contains skills), and with
 * `data_folder_unwritable`.
 */
export async function makeProjectData(folder: string, config: string): Promise<string> {
  const project = await realpath(folder);
  const path = join(project, projectFolderName);
  const known = rememberedProjects(config).find((one) => one.folder === project);
  if (known && isMarked(path, known.mark)) return path;
  const there = await lstat(path).catch(absent);
  // An empty one was made by hand: a clone contains no empty folder.
  const isBare = there?.isDirectory() && isOwn(there.uid) && (await readdir(path)).length === 0;
  if (there && !isBare) {
    const skills = await lstat(join(path, "skills")).catch(absent);
    const why = there.isDirectory() && skills?.isDirectory() ? "holds_skills" : "not_made_here";
    throw new KestrelError("data_folder_unsafe", `${path} is there already`, { path, why });
  }
  const mark = randomBytes(32).toString("hex");
  const unwritable = (cause: NodeJS.ErrnoException) => {
    const params = { path, why: cause.code ?? "unknown" };
    return new KestrelError("data_folder_unwritable", `cannot write in ${path}`, params, { cause });
  };
  try {
    if (isBare) await chmod(path, 0o700);
    else await mkdir(path, { mode: 0o700 });
    await writeFile(join(path, markName), `${mark}\n`, { mode: 0o600, flag: "wx" });
    // Logs and rules are private: git ignores the whole folder.
    await writeFile(join(path, ".gitignore"), "*\n", { mode: 0o600, flag: "wx" });
  } catch (cause) {
    throw unwritable(cause as NodeJS.ErrnoException);
  }
  try {
    await mkdir(config, { recursive: true, mode: 0o700 });
    await keptJson(config, projectFile, projectData(), { version: 1, projects: [] }).change(
      ({ projects }) => [
        {
          version: 1,
          projects: [...projects.filter((one) => one.folder !== project), { folder: project, mark }],
        },
        undefined,
      ],
    );
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
  return path;
}

const isOwn = (uid: number) => process.getuid === undefined || process.getuid() === uid;
