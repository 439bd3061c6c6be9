import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { storageHere } from "@kestrel/app/storage";
import { absent } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";

/** The sessions opened by `kestrel mcp serve`, as empty files named by their ids. A later server reads them too. */
const marks = () => join(storageHere().folder, "mcp-serve");

export async function markOpened(id: SessionId): Promise<void> {
  await mkdir(marks(), { recursive: true, mode: 0o700 });
  await writeFile(join(marks(), id), "", { mode: 0o600 });
}

export async function openedSessions(): Promise<ReadonlySet<string>> {
  return new Set(await readdir(marks()).catch(absent));
}
