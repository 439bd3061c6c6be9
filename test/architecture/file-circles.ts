import { dirname, normalize } from "node:path/posix";
import { importsOf, type Source } from "./violations.ts";

/** Groups of files that import each other around a circle, by types too: a reader follows those as well. Each group in the order of the alphabet. */
export function fileCircles(sources: readonly Source[]): string[][] {
  const arrows = new Map(sources.map(({ file, text }) => [file, targetsOf(file, text)]));
  const reached = new Map([...arrows.keys()].map((file) => [file, reachableFrom(file, arrows)]));
  const circles = new Map<string, string[]>();
  for (const [file, ahead] of reached) {
    const circle = [...ahead].filter((other) => reached.get(other)?.has(file)).sort();
    if (circle.length > 0) circles.set(circle.join(" "), circle);
  }
  return [...circles.values()];
}

function targetsOf(file: string, text: string): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => normalize(`${dirname(file)}/${specifier}`));
}

function reachableFrom(file: string, arrows: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(arrows.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(arrows.get(next) ?? []));
  }
  return reached;
}
