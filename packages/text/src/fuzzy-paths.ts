/** The paths that contain the letters of `query` in order, best first: adjacent, in the name, in short paths. */
export function fuzzyPaths(paths: readonly string[], query: string, most: number): string[] {
  const wanted = query.toLowerCase();
  return paths
    .flatMap((path) => {
      const score = scoreOf(path.toLowerCase(), wanted);
      return score === undefined ? [] : [{ path, score }];
    })
    .sort((one, other) => other.score - one.score || one.path.length - other.path.length)
    .slice(0, most)
    .map(({ path }) => path);
}

function scoreOf(path: string, wanted: string): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(wanted)) return 4;
  if (name.includes(wanted)) return 3;
  if (path.includes(wanted)) return 2;
  let from = 0;
  for (const letter of wanted) {
    from = path.indexOf(letter, from) + 1;
    if (from === 0) return undefined;
  }
  return 1;
}
