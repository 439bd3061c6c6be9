import { oneLine } from "../terminal/one-line.ts";

/** A folder's path on one line, with `~` for the user's home. */
export function shownFolder(folder: string, home: string | undefined): string {
  return oneLine(home && folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder);
}
