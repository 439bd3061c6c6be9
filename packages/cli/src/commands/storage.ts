import { storageHere } from "@kestrel/app/storage";
import type { FreedStorage } from "@kestrel/protocol/api";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { bytesText } from "../models/bytes-text.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { agreed } from "../terminal/agreed.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel storage`: Kestrel's files on this disk, and how to reduce them. Needs no daemon. */
export async function storage({ verb, flags, say }: CommandInput): Promise<ExitCode> {
  const here = storageHere();
  const unnamed = await here.free({ dryRun: true });
  if (verb === "show") {
    const kinds = await here.measure();
    if (flags.json) printJson({ schema: schemaVersion, folder: here.folder, kinds, unnamed });
    else {
      const rows = kinds.map(({ kind, bytes, files }) => [
        say(`storage.kind.${kind}`),
        bytesText(bytes),
        say("storage.files", { count: files }),
      ]);
      print([say("storage.folder", { folder: here.folder }), ...alignColumns(rows)].join("\n"));
      if (sumOf(unnamed).files > 0) print(freeable(unnamed, say));
    }
    return exitCodes.done;
  }
  if (sumOf(unnamed).files > 0 && !flags.yes) {
    printAside(freeable(unnamed, say));
    if (!(await agreed(say("storage.sure"), say("storage.needsYes")))) return exitCodes.denied;
  }
  const freed = await here.free();
  if (flags.json) printJson({ schema: schemaVersion, freed });
  else print(say("storage.freed", { count: sumOf(freed).files, size: bytesText(sumOf(freed).bytes) }));
  return exitCodes.done;
}

function freeable(unnamed: FreedStorage, say: Say): string {
  const { files, bytes } = sumOf(unnamed);
  return say("storage.unnamed", { count: files, size: bytesText(bytes) });
}

function sumOf({ blobs, outputs }: FreedStorage): { files: number; bytes: number } {
  return { files: blobs.files + outputs.files, bytes: blobs.bytes + outputs.bytes };
}
