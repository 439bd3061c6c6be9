import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { CommandFailure } from "../failure-of.ts";

/** The folder in the flags, or the current one, links resolved. Rejects with `workspace_invalid`. */
export async function folderOf({ folder }: { readonly folder?: string }): Promise<string> {
  const path = resolve(folder ?? ".");
  try {
    // Synchronous: a prompt is drawn after it, and `fs/promises` takes longer to load.
    return realpathSync.native(path);
  } catch (cause) {
    throw new CommandFailure("workspace_invalid", {
      path,
      reason: (cause as NodeJS.ErrnoException).code ?? "unknown",
    });
  }
}
