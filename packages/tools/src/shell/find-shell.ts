import { accessSync, constants } from "node:fs";
import { absent } from "@kestrel/diagnostics";

/** Places of the system's own, so that no folder on the way puts another program there. */
const places = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

let found: string | undefined;

/** The shell that commands run in: bash where there is one, because that is what models write, else `/bin/sh`. Looked for once. */
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
