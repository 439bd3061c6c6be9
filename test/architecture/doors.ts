import { dirname, normalize } from "node:path/posix";
import { importsOf, type Source } from "./violations.ts";

/** A package's own folders, and the doors of another through which it may be entered by path. */
const door = /^packages\/([^/]+)\/src\/(?:index|api|client\/index)\.ts$/;

/** Imports by path that enter another package anywhere but at its door; one line each. Scripts that build the doors are no guests. */
export function pastDoors({ file, text }: Source): string[] {
  const home = homeOf(file);
  return importsOf(text).flatMap((specifier) => {
    if (!specifier.startsWith(".")) return [];
    const target = normalize(`${dirname(file)}/${specifier}`);
    const other = /^(packages\/[^/]+|console)\/src\//.exec(target)?.[1];
    return other === undefined || other === home || door.test(target) ? [] : [`${file}: ${target}`];
  });
}

function homeOf(file: string): string {
  return /^(packages\/[^/]+|console)\//.exec(file)?.[1] ?? "";
}
