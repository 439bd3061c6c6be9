import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FoundHook } from "@kestrel/core";
import type { HookEntry } from "@kestrel/protocol";
import { readBounded } from "../files/read-bounded.ts";
import { fileWithin } from "./project-files.ts";

/** Bytes: a longer script nobody reads before they say yes. */
const longestScript = 64 * 1024;

/** Words of a command that are looked at: more of them name no scripts. */
const mostWords = 64;

/** The hooks a folder brings, each with the files of the folder that its command names: a decision is about every byte of those. */
export async function workspaceHooks(
  workspace: string,
  entries: readonly HookEntry[],
): Promise<{ hooks: FoundHook[]; refused: boolean }> {
  const hooks: FoundHook[] = [];
  let refused = false;
  for (const entry of entries) {
    // What the user's variables hold is no folder's business.
    const files = entry.env_from ? undefined : await scriptsOf(workspace, entry.command);
    if (!files) refused = true;
    else {
      const told = [entry, files.map(({ path, digest }) => [path, digest])];
      hooks.push({ entry, files, digest: digestOf(JSON.stringify(told)) });
    }
  }
  return { hooks, refused };
}

/** The ordinary files within the folder that stand in a line; undefined where one cannot be shown whole. */
async function scriptsOf(workspace: string, command: string): Promise<FoundHook["files"] | undefined> {
  const words = new Set(command.split(/[\s'"`;|&<>()]+/).filter((word) => word !== ""));
  if (words.size > mostWords) return undefined;
  const files: FoundHook["files"][number][] = [];
  for (const word of words) {
    const found = await fileWithin(workspace, join(workspace, word));
    if (!found) continue;
    if ("why" in found) {
      if (found.why === "link_outside") return undefined;
      continue;
    }
    const text = await readBounded(found.real, longestScript).catch(() => undefined);
    if (text === undefined) return undefined;
    files.push({ path: word, digest: digestOf(text), text });
  }
  return files;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
