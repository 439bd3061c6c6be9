import { basename } from "node:path";
import type { ModelOnDisk } from "@kestrel/protocol/api";

/** A model's names: the displayed one, then its aliases. */
type Names = readonly (string | undefined)[];

/** Finds a model by exact name, else case-insensitively, else by a unique prefix. */
export function modelCalled<Model>(
  models: readonly Model[],
  text: string,
  namesOf: (model: Model) => Names,
): Model | undefined {
  const wanted = text.toLowerCase();
  const ways = [
    (name: string) => name === text,
    (name: string) => name.toLowerCase() === wanted,
    (name: string) => wanted !== "" && name.toLowerCase().startsWith(wanted),
  ];
  for (const fits of ways) {
    const found = models.filter((model) => namesOf(model).some((name) => name !== undefined && fits(name)));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** Displayed name of a model on this disk: its file's name, or its id when two files have that name. */
export const shownName = ({ id, name }: Pick<ModelOnDisk, "id" | "name">): string =>
  id === name.toLowerCase() ? name : id;

/** Its name, the short one, its file, and the name in its header. */
export const namesOnDisk = (model: ModelOnDisk): Names => [
  shownName(model),
  model.id,
  basename(model.path),
  model.path,
  model.title,
];
