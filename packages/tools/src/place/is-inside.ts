import { isAbsolute, relative, sep } from "node:path";

/** Whether `path` is `folder` or lies in it, component by component: `/w/app-evil` is not in `/w/app`. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
