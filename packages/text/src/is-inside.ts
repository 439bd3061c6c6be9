/**
 * Whether `path` is `folder` or below it, compared name by name: `/w/app-evil` is not inside `/w/app`. `.` and `..` are resolved, links
 * are not. Windows paths (`C:\…`, `\\server\share\…`) are recognised by form and compared case-insensitively. Throws a TypeError for a
 * relative path: neither result would be safe.
 */
export function isInside({ path, folder }: { path: string; folder: string }): boolean {
  const names = namesOf(path);
  return namesOf(folder).every((name, at) => name === names[at]);
}

/** The root, then each name below it. */
function namesOf(path: string): string[] {
  const windows = /^(?:[a-z]:(?=[\\/])|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)/i.exec(path)?.[0];
  const isWindows = windows !== undefined && !path.startsWith("/");
  if (!isWindows && !path.startsWith("/")) throw new TypeError(`not an absolute path: ${path}`);
  const root = isWindows ? windows.toLowerCase().replaceAll(/[\\/]+/g, "\\") : "/";
  const rest = isWindows ? path.slice(windows.length).toLowerCase().split(/[\\/]/) : path.split("/");
  const names: string[] = [];
  for (const name of rest) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return [root, ...names];
}
