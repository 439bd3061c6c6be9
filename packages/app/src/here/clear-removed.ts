import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { SessionArchive } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";

/** The same archive; a session that is removed takes along what its commands put into their `/tmp`. */
export function withoutFoldersOfRemoved<Archive extends Pick<SessionArchive, "remove" | "abandon">>(
  archive: Archive,
  folder: string,
): Archive {
  const clear = (id: SessionId) =>
    rm(join(folder, id), { recursive: true, force: true }).catch(passOver("removing a session folder"));
  return {
    ...archive,
    remove: async (id: SessionId) => {
      await archive.remove(id);
      await clear(id);
    },
    abandon: async (id: SessionId) => {
      await archive.abandon(id);
      await clear(id);
    },
  };
}
