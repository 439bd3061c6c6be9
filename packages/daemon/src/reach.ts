import { KestrelError, type Library } from "@kestrel/core";
import type { InstalledReach, Invocable } from "@kestrel/protocol/api";
import { pathsIn } from "./sessions/paths-in.ts";
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
