import { basename } from "node:path";
import type { ModelOnDisk } from "@kestrel/protocol/api";

/** A model's names: the one that is shown first, then the others that it is found by. */
type Names = readonly (string | undefined)[];

/** The model that a person means: by one of its names whole, else in any case, else by the beginning that no other model's name has. */
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

/** What a model on this disk is called: its file's name, or its mark where two files have that name. */
export const shownName = ({ id, name }: Pick<ModelOnDisk, "id" | "name">): string =>
  id === name.toLowerCase() ? name : id;

/** Its name, the short one, its file, and what its header calls it. */
export const namesOnDisk = (model: ModelOnDisk): Names => [
  shownName(model),
  model.id,
  basename(model.path),
  model.path,
  model.title,
];
