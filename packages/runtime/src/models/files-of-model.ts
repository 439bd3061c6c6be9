import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import type { ModelFileOnDisk } from "./find-model-files.ts";
import { projectorBeside } from "./projector-beside.ts";

/** One part of a model in several files: `name-00001-of-00003.gguf`. */
const part = /^(.*)-\d{5}(-of-\d{5}\.gguf)$/i;

/** The files of the model at a path: itself, its other parts and its projector. Empty when none exists. */
export async function filesOfModel(path: string, place: ModelOnDisk["place"]): Promise<ModelFileOnDisk[]> {
  const folder = dirname(path);
  const [, stem, rest] = part.exec(basename(path)) ?? [];
  const beside = stem === undefined ? [] : ((await readdir(folder).catch(absent)) ?? []);
  const parts = beside.filter((name) => {
    const [, otherStem, otherRest] = part.exec(name) ?? [];
    return otherStem === stem && otherRest === rest;
  });
  const projector = await projectorBeside(path);
  const paths = new Set([
    path,
    ...parts.map((name) => join(folder, name)),
    ...(projector ? [projector] : []),
  ]);
  const files = await Promise.all(
    [...paths].map(async (file): Promise<ModelFileOnDisk | undefined> => {
      const facts = await stat(file).catch(absent);
      if (!facts?.isFile()) return undefined;
      const identity = `${facts.dev}:${facts.ino}`;
      return { path: file, name: basename(file), place, bytes: facts.size, identity };
    }),
  );
  return files.filter((file) => file !== undefined);
}
