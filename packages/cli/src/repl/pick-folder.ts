import { readdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import { isInside } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import type { Surface } from "./surface.ts";

/**
 * A home folder, or one above it, becomes a workspace only when the user confirms it. Picks a folder in it, or that one itself. Undefined
 * for any other folder, and when the user leaves the list.
 */
export async function pickFolder(
  folder: string,
  { surface, say }: { surface: Surface; say: Say },
): Promise<string | undefined> {
  const home = await realpath(homedir()).catch(() => homedir()); // expected: it does not exist
  const isWide = dirname(folder) === folder || isInside({ path: home, folder });
  if (!isWide || surface.byLine) return undefined;
  const entries = await readdir(folder, { withFileTypes: true }).catch(passOver("listing a folder"));
  const names = (entries ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  surface.hint(say("folder.wide", { folder }));
  const picked = await surface.pick(say("folder.mark"), [
    ...names.map((name) => ({ label: name, line: join(folder, name) })),
    { label: folder, help: say("folder.all"), line: folder },
  ]);
  surface.hint("");
  return picked?.line;
}
