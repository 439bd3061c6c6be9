import { existsSync, readFileSync } from "node:fs";

/** A place in a file that was built: its path, line and column. */
const builtPlace = /(?<file>(?:\/|[A-Za-z]:\\)[^\s()]*\.cjs):(?<line>\d+):(?<column>\d+)/g;

/** A trace whose places in what was built are places in the sources, where a source map lies beside the file; everything else stays as it is. */
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
