import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { chooseProjector } from "./choose-projector.ts";
import type { ModelFileOnDisk } from "./find-model-files.ts";
import { nameOfModelFile } from "./name-of-model-file.ts";

/** The files of one model: its parts in order, and an image projector if there is one. */
export type GroupedModel = {
  id: string;
  name: string;
  parts: readonly ModelFileOnDisk[];
  /** Expected number of parts. */
  expected: number;
  projector?: ModelFileOnDisk;
};

const partOf = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i;
const isProjector = ({ name }: ModelFileOnDisk) => /mmproj/i.test(name);

/** Combines split files, assigns projectors to models, and gives each model a unique short name. */
export function groupModelFiles(files: readonly ModelFileOnDisk[]): GroupedModel[] {
  const projectors = files.filter(isProjector);
  const groups = new Map<string, ModelFileOnDisk[]>();
  for (const file of files) {
    if (isProjector(file)) continue;
    const split = partOf.exec(file.name);
    const key = split ? `${dirname(file.path)}\0${split[1]}\0${split[3]}` : file.path;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const models = [...groups.values()].flatMap((group): Unnamed[] => {
    const parts = group.sort((left, right) => (left.name < right.name ? -1 : 1));
    const [first] = parts;
    if (!first) return [];
    const split = partOf.exec(first.name);
    return [{ name: nameOfModelFile(first.path), parts, expected: split ? Number(split[3]) : 1 }];
  });
  const taken = new Map<string, number>();
  for (const { name } of models) taken.set(wordOf(name), (taken.get(wordOf(name)) ?? 0) + 1);
  return models.map((model) => {
    const word = wordOf(model.name);
    const shared = (taken.get(word) ?? 0) > 1;
    const projector = projectorOf(model, models, projectors);
    return { ...model, projector, id: shared ? `${word}-${markOf(model.parts[0]?.path ?? "")}` : word };
  });
}

type Unnamed = Omit<GroupedModel, "id">;
const folderOf = ({ parts }: Unnamed) => dirname(parts[0]?.path ?? "");

function projectorOf(
  model: Unnamed,
  models: readonly Unnamed[],
  projectors: readonly ModelFileOnDisk[],
): ModelFileOnDisk | undefined {
  const folder = folderOf(model);
  const here = projectors.filter(({ path }) => dirname(path) === folder);
  const stem = ({ name }: ModelFileOnDisk) => name.replace(/\.gguf$/i, "");
  const others = models.filter((other) => folderOf(other) === folder).map(({ name }) => name);
  const chosen = chooseProjector(model.name, others, here.map(stem));
  return here.find((file) => stem(file) === chosen);
}

function wordOf(name: string): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "");
  return word.slice(0, 100) || "model";
}

/** Distinguishes models of the same name, and is stable between scans. */
function markOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 6);
}
