import type { CatalogLine } from "@kestrel/protocol";
import { editDistance } from "@kestrel/text";

/** The line of a name: its own, or that of the part before the first `/`. */
export function lineOf(catalog: readonly CatalogLine[], name: string): CatalogLine | undefined {
  const [head = ""] = name.split("/", 1);
  return catalog.find((line) => line.name === head && line.omitted !== "name_taken");
}

/** At most five similar names, nearest first. */
export function nearestNames(catalog: readonly CatalogLine[], name: string): string[] {
  const [head = ""] = name.slice(0, 200).toLowerCase().split("/", 1);
  return catalog
    .filter(({ omitted }) => omitted !== "name_taken")
    .map((line) => ({ name: line.name, off: editDistance(line.name.toLowerCase(), head) }))
    .sort((left, right) => left.off - right.off)
    .slice(0, 5)
    .map((one) => one.name);
}
