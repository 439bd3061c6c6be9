import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/**
 * Sockets of this machine that have a place in the file system: a read-only mount does not keep anybody from talking to them.
 * Those named relative to a folder are looked for in the folder of every process that can be seen. Linux; empty elsewhere.
 */
export function hostSockets(): string[] {
  const names = boundNames();
  const folders = names.every(isAbsolute) ? [] : workingFolders();
  const places = names.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => resolve(folder, name)),
  );
  return [...new Set(places)].filter(isSocket);
}

/** The eighth word of each line, which may hold blanks; abstract names begin with @ and belong to the network namespace. */
function boundNames(): string[] {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n").slice(1);
    const names = lines.map((line) => line.split(/ +/).slice(7).join(" "));
    return [...new Set(names.filter((name) => name !== "" && !name.startsWith("@")))];
  } catch {
    return [];
  }
}

function workingFolders(): string[] {
  const folders = new Set<string>();
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      folders.add(readlinkSync(`/proc/${pid}/cwd`));
    } catch {
      // Another user's, or gone.
    }
  }
  return [...folders];
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}
