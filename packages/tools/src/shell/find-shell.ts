import { accessSync, constants } from "node:fs";
import { absent } from "@kestrel/diagnostics";

/** System paths only, so that no folder in the PATH can substitute another program. */
const places = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

let found: string | undefined;

/** The shell for commands: bash if available, because models write it, else `/bin/sh`. Searched once. */
export function findShell(): string {
  found ??= places.find(isProgram) ?? "/bin/sh";
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    absent(error);
    return false;
  }
}
