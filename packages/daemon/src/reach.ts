import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { KestrelError, type Library } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { InstalledReach, Invocable } from "@kestrel/protocol/api";
import { resolveWorkspace, type WorkspaceRules } from "./sessions/resolve-workspace.ts";

/** Capabilities that sessions can be given, and the defaults for new ones. Without a folder only the user's own. */
export class Reach {
  readonly #library: Library | undefined;
  readonly #workspaces: WorkspaceRules;

  constructor(library: Library | undefined, workspaces: WorkspaceRules) {
    this.#library = library;
    this.#workspaces = workspaces;
  }

  async list(workspace?: string): Promise<InstalledReach> {
    return (await this.#library?.list(await this.#folder(workspace))) ?? nothing;
  }

  async names(workspace?: string): Promise<{ names: Invocable[] }> {
    return { names: [...((await this.#library?.names(await this.#folder(workspace))) ?? [])] };
  }

  /** The files that a message can name. Rejects with `workspace_unconfirmed` for the home folder and what holds it. */
  async paths(workspace: string): Promise<{ paths: string[] }> {
    return { paths: await pathsIn(await resolveWorkspace(workspace, this.#workspaces, false)) };
  }

  /** Rejects with `not_found`. */
  async switchSkill(name: string, on: boolean, workspace?: string): Promise<InstalledReach> {
    const folder = await this.#folder(workspace);
    if (!(await this.#library?.switchSkill(name, on, folder)))
      throw new KestrelError("not_found", "no such skill", { words: name });
    return this.list(workspace);
  }

  async #folder(workspace: string | undefined): Promise<string> {
    return workspace === undefined ? "" : resolveWorkspace(workspace, this.#workspaces, true);
  }
}

const nothing: InstalledReach = {
  skills: [],
  prompts: [],
  ignored: [],
  folders: { skills: "", prompts: "" },
};

/** More files than these are not offered. */
const mostFiles = 5_000;

/** More folders than these are not read: a tree of folders without files ends too. */
const mostFolders = 20_000;

/** Folders of generated files, which messages do not name. */
const made: ReadonlySet<string> = new Set([
  ...["node_modules", "dist", "build", "target", "out", "coverage", "vendor", "venv", "__pycache__"],
]);

/** The files of a folder by their paths in it, nearest first. Links are not followed, hidden folders not entered. */
async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [""];
  for (let at = 0; at < Math.min(folders.length, mostFolders) && paths.length < mostFiles; at++) {
    const here = folders[at] ?? "";
    const entries = await readdir(join(folder, here), { withFileTypes: true }).catch(
      passOver("listing files"),
    );
    for (const entry of entries ?? []) {
      const path = here === "" ? entry.name : `${here}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith(".") && !made.has(entry.name))
        folders.push(path);
    }
  }
  return paths.slice(0, mostFiles);
}
