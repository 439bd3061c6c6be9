import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { expandHome, isInside, KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";

/** Which folders a session may use. Absolute paths; links are followed before they are compared. */
export type WorkspaceRules = {
  /** Kestrel's own: nothing in them is a workspace. */
  closed: readonly string[];
  /** Except these, which may lie in closed ones. */
  open: readonly string[];
  /** The user's home folder. As workspaces, it and the folders above it need confirmation. */
  home: string;
};

/**
 * The real path of a session's folder; `~` is the home folder. Throws `workspace_invalid` with the reason (relative, missing,
 * not_a_folder, forbidden), and `workspace_unconfirmed` (root, home, above_home) until the user confirmed it.
 */
export async function resolveWorkspace(
  written: string,
  { closed, open, home }: WorkspaceRules,
  confirmed: boolean,
): Promise<string> {
  const path = expandHome(written, home);
  const refuse = (reason: string) =>
    new KestrelError("workspace_invalid", `${path}: ${reason}`, { path, reason });
  if (!isAbsolute(path) || path.includes("\0")) throw refuse("relative");
  const all = (folders: readonly string[]) => Promise.all(folders.map(realOf));
  const places = Promise.all([all(closed), all(open), realOf(home)]);
  const real = await realpath(path).catch(absent);
  if (real === undefined) throw refuse("missing");
  const facts = await stat(real);
  if (!facts.isDirectory()) throw refuse("not_a_folder");
  const [forbidden, allowed, ownHome] = await places;
  const isIn = (folders: readonly string[]) => folders.some((folder) => isInside({ path: real, folder }));
  if (isIn(forbidden) && !isIn(allowed)) throw refuse("forbidden");
  const reason = tooWide(real, ownHome);
  if (reason !== undefined && !confirmed) {
    throw new KestrelError("workspace_unconfirmed", `${real}: ${reason}`, { path: real, reason });
  }
  return real;
}

function tooWide(real: string, home: string): "root" | "home" | "above_home" | undefined {
  if (dirname(real) === real) return "root";
  if (real === home) return "home";
  return isInside({ path: home, folder: real }) ? "above_home" : undefined;
}

async function realOf(folder: string): Promise<string> {
  return (await realpath(folder).catch(absent)) ?? folder;
}
