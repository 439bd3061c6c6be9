import { dirname, normalize } from "node:path/posix";
import type { Source } from "./violations.ts";

/** The files of a package that are loaded as soon as `entry` is: by its imports, and by theirs. Types load nothing, `import()` loads later. */
export function loadedWith(entry: string, sources: readonly Source[]): string[] {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const loaded = new Set<string>();
  const load = (file: string) => {
    const text = texts.get(file);
    if (text === undefined || loaded.has(file)) return;
    loaded.add(file);
    for (const [, names = "", specifier = ""] of text.matchAll(stated))
      if (specifier.startsWith(".") && !onlyTypes(names)) load(normalize(`${dirname(file)}/${specifier}`));
  };
  load(entry);
  return [...loaded];
}

const stated = /^(?:import|export)\s+([^;"]*?)\s*from\s+"([^"]+)";/gm;

const onlyTypes = (names: string) =>
  names.startsWith("type ") || /^\{(?:\s*type [^,}]+,?)+\s*\}$/.test(names);
