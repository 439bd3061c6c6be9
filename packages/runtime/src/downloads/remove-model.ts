import { readdir, realpath, rm, rmdir } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import { filesOfModel } from "../models/files-of-model.ts";

/**
 * Deletes a model's files in the models folder, and folders that are then empty. A projector used by other models there stays. Rejects
 * with `model_file_invalid` for a file elsewhere. Resolves with the bytes freed.
 */
export async function removeModel({ path, place }: ModelOnDisk, folder: string): Promise<number> {
  const root = await realpath(folder).catch(absent);
  const files = await filesOfModel(path, place);
  const own = new Set(files.map((file) => file.path));
  const beside = (await readdir(dirname(path)).catch(absent)) ?? [];
  const isShared = beside.some(
    (name) =>
      /\.gguf$/i.test(name) && !/mmproj/i.test(name) && ![...own].some((file) => file.endsWith(sep + name)),
  );
  const wanted = files.filter(({ name }) => !(isShared && /mmproj/i.test(name)));
  for (const file of wanted) {
    const real = await realpath(file.path).catch(absent);
    if (root === undefined || real === undefined || !real.startsWith(root + sep))
      throw new KestrelError("model_file_invalid", "not in the models folder", {
        path: file.path,
        reason: "elsewhere",
      });
  }
  for (const file of wanted) await rm(file.path, { force: true });
  for (
    let empty = dirname(path);
    relative(folder, empty) !== "" && !relative(folder, empty).startsWith("..");
    empty = dirname(empty)
  ) {
    const gone = await rmdir(empty).then(
      () => true,
      () => false, // expected: something else lies in it
    );
    if (!gone) break;
  }
  return wanted.reduce((sum, { bytes }) => sum + bytes, 0);
}
