import { dirname, normalize } from "node:path/posix";
import { importsOf, type Source } from "./violations.ts";

/** The circles between the folders of one package, each as the way round: `a -> b -> a`. Types count: a reader follows them too. */
export function folderCircles(sources: readonly Source[], root: string): string[] {
  const arrows = arrowsOf(sources, root);
  const circles = new Set<string>();
  const walk = (way: readonly string[]) => {
    const [start = "", here = way[0]] = [way[0], way.at(-1)];
    for (const next of arrows.get(here ?? "") ?? []) {
      // Each circle is told once, from its first name in the alphabet.
      if (next === start) circles.add([...way, start].join(" -> "));
      else if (next > start && !way.includes(next)) walk([...way, next]);
    }
  };
  for (const folder of arrows.keys()) walk([folder]);
  return [...circles];
}

function arrowsOf(sources: readonly Source[], root: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    const from = folderOf(file, root);
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith(".")) continue;
      const to = folderOf(normalize(`${dirname(file)}/${specifier}`), root);
      if (from === undefined || to === undefined || from === to) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/** The top folder of a file in its package; files beside the folders belong to none. */
function folderOf(file: string, root: string): string | undefined {
  const [folder, ...rest] = file.slice(root.length + 1).split("/");
  return rest.length > 0 ? folder : undefined;
}
