import { oneLine } from "../terminal/one-line.ts";

/** A folder for people: on one line, and with `~` for the user's own. */
export function shownFolder(folder: string, home: string | undefined): string {
  return oneLine(home && folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder);
}
