import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Task } from "../src/tasks/task.ts";

/** Where Debian's source packages are laid, unpacked, for who wants those tasks too; nano/README.md says how. */
const debianSources = join(process.cwd(), ".cache", "nano", "sources");

/** Where the project lies on this machine. Undefined where it does not. */
function projectFolder(project: string): string | undefined {
  const [kind, name = ""] = project.split(/:(.*)/s);
  const folder =
    kind === "npm"
      ? join(process.cwd(), "node_modules", ".pnpm", name, "node_modules", name.replace(/@[^@]*$/, ""))
      : join(debianSources, name);
  return existsSync(folder) ? folder : undefined;
}

/** Whether this machine has what the task plays in. */
export function isPlayable({ project }: Pick<Task, "project">): boolean {
  return project === undefined || projectFolder(project) !== undefined;
}

/** Copies the project, without what it depends on. Throws when this machine does not have it. */
export async function copyProject(project: string, into: string): Promise<void> {
  const from = projectFolder(project);
  if (from === undefined) throw new Error(`this machine does not have ${project}`);
  await cp(from, into, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules" || path === from,
  });
}
