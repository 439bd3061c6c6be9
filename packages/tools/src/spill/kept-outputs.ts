import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { KeptOutputs } from "@kestrel/core";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";

/** UTF-8 bytes of a UTF-16 unit, at most. */
const bytesPerUnit = 3;

/** Outputs spilled into Kestrel's own folder; nothing outside it is read, and links are not followed. */
export function keptOutputs(spillFolder: string): KeptOutputs {
  const folder = resolve(spillFolder);
  return {
    read: async (spillFile, most) => {
      const name = basename(spillFile);
      if (!/^[\w-]+\.txt$/.test(name) || join(folder, name) !== resolve(spillFile)) return undefined;
      const file = await open(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
        absent,
      );
      if (!file) return undefined;
      try {
        const bytes = Buffer.alloc(Math.min((await file.stat()).size, most * bytesPerUnit));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        return bytes.toString("utf8", 0, bytesRead).slice(0, most);
      } catch (error) {
        reportUnexpected("reading an output", error);
        return undefined;
      } finally {
        await file.close().catch(passOver("closing an output"));
      }
    },
  };
}
