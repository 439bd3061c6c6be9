import { existsSync, readFileSync } from "node:fs";

/** A position in a built file: its path, line and column. */
const builtPlace = /(?<file>(?:\/|[A-Za-z]:\\)[^\s()]*\.cjs):(?<line>\d+):(?<column>\d+)/g;

/** Maps the built positions in a stack trace to the sources, where a source map exists; leaves everything else unchanged. */
export async function placesInSources(trace: string): Promise<string> {
  const { SourceMap } = await import("node:module");
  const maps = new Map<string, InstanceType<typeof SourceMap> | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) {
      const map = `${file}.map`;
      maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, "utf8"))) : undefined);
    }
    return maps.get(file);
  };
  return trace.replace(builtPlace, (place, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !("originalSource" in entry)) return place;
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, "")}:${entry.originalLine + 1}`;
  });
}
