import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import type { Bounds, ConfinedPath } from "./confined-path.ts";
import { withFile } from "./open-file.ts";

/** Bytes: larger files are read only in part and cannot be edited. */
export const largestWholeFile = 4 * 1024 * 1024;

/** Hex SHA-256 of bytes: the name of a blob, and the identity of seen content. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Everything in an open file, or undefined when it has more than `most` bytes. It may grow meanwhile. */
export async function readWhole(handle: FileHandle, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(256 * 1024);
    const { bytesRead } = await handle.read(piece, 0, piece.length, total);
    if (bytesRead === 0) return Buffer.concat(pieces);
    total += bytesRead;
    if (total > most) return undefined;
    pieces.push(piece.subarray(0, bytesRead));
  }
}

/** The bytes of a file before a change; undefined when it is missing. Refuses a file that is too large to change safely. */
export async function bytesBefore(bounds: Bounds, place: ConfinedPath): Promise<Buffer | undefined> {
  try {
    return await withFile(bounds, place, async (handle, stat) => {
      const bytes = stat.size > largestWholeFile ? undefined : await readWhole(handle, largestWholeFile);
      if (bytes) return bytes;
      throw new Refusal(
        `${visibleName(place.path)} is too large to change here (${grouped(stat.size)} bytes). Use shell.`,
      );
    });
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
