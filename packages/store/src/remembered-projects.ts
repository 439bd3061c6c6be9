import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { z } from "zod";

/** The name of a data folder in a project. */
export const projectFolderName = ".kestrel";

export const projectFile = "project-data.json";
export const markName = "mark";

/** The folder contains the same `mark`. A cloned project may bring a `.kestrel/`, but its author cannot know the mark. */
const rememberedProject = () => z.object({ folder: z.string(), mark: z.string().min(32) });
/** Made only for a file that is there: every start looks for it. */
export const projectData = () => z.object({ version: z.literal(1), projects: z.array(rememberedProject()) });
type Projects = z.infer<ReturnType<typeof projectData>>["projects"];

/** Most parent folders searched for a project. */
const mostFolders = 64;

/** Every data folder that this user made in a project, as their configuration remembers. Synchronous: a start waits for it. */
export function projectDataFolders(config: string): string[] {
  return rememberedProjects(config).map(({ folder }) => join(folder, projectFolderName));
}

/**
 * The data folder of the project that contains `folder`, if this user made it: a folder of their own, with the mark that their
 * configuration remembers. Any other `.kestrel/` is ignored.
 */
export function projectDataOf(folder: string, config: string): string | undefined {
  const projects = rememberedProjects(config);
  if (projects.length === 0) return undefined;
  let at = folder;
  for (let step = 0; step < mostFolders; step++) {
    const known = projects.find((one) => one.folder === at);
    const path = join(at, projectFolderName);
    if (known && isMarked(path, known.mark)) return path;
    if (dirname(at) === at) return undefined;
    at = dirname(at);
  }
  return undefined;
}

export function rememberedProjects(config: string): Projects {
  try {
    const remembered: unknown = JSON.parse(readFileSync(join(config, projectFile), "utf8"));
    return projectData().parse(remembered).projects;
  } catch {
    // expected: there is no such file, or it was changed by hand
    return [];
  }
}

export function isMarked(path: string, mark: string): boolean {
  try {
    const facts = lstatSync(path);
    if (!facts.isDirectory() || (process.getuid !== undefined && facts.uid !== process.getuid()))
      return false;
    const file = join(path, markName);
    return lstatSync(file).isFile() && readFileSync(file, "utf8").trim() === mark;
  } catch (error) {
    absent(error);
    return false;
  }
}
