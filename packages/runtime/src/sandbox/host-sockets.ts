import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { absent } from "@kestrel/diagnostics";

/** `foreign`: the owner of the listening process, when that is neither root nor this user. */
export type HostSocket = { path: string; foreign: number | undefined };

/** bubblewrap takes 9,000 arguments, three for each socket. A command with 1,000 takes seconds to start, so other users get few. */
const most = { own: 1_000, foreign: 100 } as const;

/**
 * Unix sockets in the file system that this user may connect to: a read-only mount does not prevent a connection. Real paths. `left` has
 * those beyond the limits. A relative name is resolved in the working folder of every visible process. Linux; empty elsewhere.
 */
export function hostSockets(): { sockets: readonly HostSocket[]; left: readonly HostSocket[] } {
  const names = boundNames();
  const folders = names.every(isAbsolute) ? [] : workingFolders();
  const places = names.flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => resolve(folder, name)),
  );
  const found = new Map(places.flatMap((place) => reachable(place) ?? []).map((one) => [one.path, one]));
  const all = [...found.values()];
  const own = all.filter(({ foreign }) => foreign === undefined);
  const others = all.filter(({ foreign }) => foreign !== undefined);
  return {
    sockets: [...own.slice(0, most.own), ...others.slice(0, most.foreign)],
    left: [...own.slice(most.own), ...others.slice(most.foreign)],
  };
}

/** The eighth field of each line, which may contain blanks; abstract names begin with @ and belong to the network namespace. */
function boundNames(): string[] {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n").slice(1);
    const names = lines.map((line) => line.split(/ +/).slice(7).join(" "));
    return [...new Set(names.filter((name) => name !== "" && !name.startsWith("@")))];
  } catch (error) {
    absent(error);
    return [];
  }
}

function workingFolders(): string[] {
  const folders = new Set<string>();
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      folders.add(readlinkSync(`/proc/${pid}/cwd`));
    } catch (error) {
      // Another user's, or removed.
      absent(error);
    }
  }
  return [...folders];
}

/** Undefined for a path that is not a socket, is removed, or refuses this user: connecting requires write permission. */
function reachable(place: string): HostSocket | undefined {
  try {
    const path = join(realpathSync(dirname(place)), basename(place));
    const facts = lstatSync(path);
    accessSync(path, constants.W_OK);
    const isOurs = [0, process.getuid?.()].includes(facts.uid);
    return facts.isSocket() ? { path, foreign: isOurs ? undefined : facts.uid } : undefined;
  } catch (error) {
    absent(error);
    return undefined;
  }
}
