import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { CommandFailure } from "../failure-of.ts";

/** The folder in the flags, or the current one, links resolved. Rejects with `workspace_invalid`. */
export async function folderOf({ folder }: { readonly folder?: string }): Promise<string> {
  const path = resolve(folder ?? ".");
  return realpath(path).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure("workspace_invalid", { path, reason: cause.code ?? "unknown" });
  });
}
