import { dirname, join, relative, sep } from "node:path";
import { type Confinement, isInside } from "@kestrel/core";

/** The machine's state, read just before: input of the pure function below. */
export type Ground = {
  /** The existing hidden places and sockets, links resolved. */
  hidden: readonly { path: string; kind: "folder" | "file" }[];
  /** The existing sealed places; the others are held by empty placeholders. */
  existing: ReadonlySet<string>;
  /** An empty, read-only file to mount over files. */
  emptyFile: string;
  /** New and empty inside, links resolved. */
  emptied: readonly string[];
  /** The emptied places that a session keeps, and the folder mounted on each. */
  kept: ReadonlyMap<string, string>;
  userNamespaces: "disable" | "leave";
};

/** New and empty inside, whatever the machine has there. */
export const emptiedPlaces: readonly string[] = ["/tmp", "/run", "/var/tmp", "/dev/shm"];

/** Parts of /proc that a root daemon's command could write to. */
const processFiles = ["sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "mtrr", "pressure"];

/** Parts of /proc that expose more than the command's own processes, whatever its namespaces. */
export const tellingProcessFiles = ["kcore", "keys", "key-users", "timer_list", "sched_debug"].map(
  (name) => `/proc/${name}`,
);

/**
 * bubblewrap's arguments, without the command's. Later mounts win: the root, emptied and hidden places around the writable folders,
 * these, sealed and hidden places inside them. Readable paths in a hidden place are mounted before that place is closed.
 */
export function bubblewrapArguments(
  {
    network,
    writable,
    readOnly,
    sealed,
    readable = [],
  }: Omit<Confinement, "hidden" | "session" | "loopback">,
  { hidden, existing, emptyFile, emptied, kept, userNamespaces }: Ground,
  folder: string,
): string[] {
  const within = (path: string) => writable.some((one) => isInside({ path, folder: one }));
  const gone = (path: string) => emptied.some((one) => isInside({ path, folder: one }));
  const outermost = hidden.filter(
    ({ path }) => !hidden.some((other) => other.path !== path && isInside({ path, folder: other.path })),
  );
  const around = outermost.filter(({ path }) => !within(path) && !gone(path));
  const inside = hidden.filter(({ path }) => within(path));
  // A mount point cannot be renamed: otherwise another folder could replace one with a sealed place in it.
  const above = sealed.flatMap(({ path }) => foldersBetween(path, writable));
  const ways = [...new Set(above)].sort((one, other) => one.length - other.length);
  return [
    // Always explicit: as root bubblewrap would otherwise create none.
    ...["user", "pid", "ipc", "uts"].map((kind) => `--unshare-${kind}`),
    "--unshare-cgroup-try",
    ...(network ? [] : ["--unshare-net"]),
    "--die-with-parent",
    "--new-session",
    ...(userNamespaces === "disable" ? ["--disable-userns"] : []),
    ...["--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"],
    ...processFiles.flatMap((name) => ["--ro-bind-try", `/proc/${name}`, `/proc/${name}`]),
    ...emptied
      .filter((path) => !path.startsWith("/dev/"))
      .flatMap((path) => {
        const own = kept.get(path);
        if (own === undefined) return ["--tmpfs", path];
        return [
          "--bind",
          own,
          path,
          ...mountedIn(path, writable, readable).flatMap((one) => ["--tmpfs", one]),
        ];
      }),
    ...readable.filter(gone).flatMap(reopened),
    // A workspace inside a hidden place, such as the playground, needs a mount point.
    ...around.flatMap((place) => cover(place, emptyFile, [...readable, ...writable])),
    ...writable.flatMap((path) => [readOnly ? "--ro-bind" : "--bind", path, path]),
    ...(readOnly ? [] : ways).flatMap((path) => ["--bind-try", path, path]),
    ...sealed.flatMap((place) =>
      existing.has(place.path) ? ["--ro-bind", place.path, place.path] : cover(place, emptyFile),
    ),
    ...inside.flatMap((place) => cover(place, emptyFile)),
    // These places are in memory, and a read-only command must write nowhere.
    ...(readOnly ? emptied.filter((path) => !kept.has(path)) : []).flatMap((path) => ["--remount-ro", path]),
    ...["--chdir", folder],
  ];
}

/**
 * The top-level names of a kept place that lead to a mount in it. Each is itself a mount: otherwise a command could put a link there,
 * through which bubblewrap would create the next one's folders elsewhere on the machine.
 */
export function mountedIn(place: string, ...mounts: readonly (readonly string[])[]): string[] {
  const inside = mounts.flat().filter((path) => path !== place && isInside({ path, folder: place }));
  return [...new Set(inside.map((path) => join(place, relative(place, path).split(sep)[0] ?? "")))];
}

/** The folders between a writable one and a path. */
function foldersBetween(path: string, writable: readonly string[]): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== dirname(at) && !writable.includes(at); at = dirname(at))
    folders.push(at);
  return writable.some((folder) => isInside({ path, folder })) ? folders : [];
}

function cover(
  { path, kind }: { path: string; kind: "folder" | "file" },
  emptyFile: string,
  readable: readonly string[] = [],
): string[] {
  if (kind === "file") return ["--ro-bind", emptyFile, path];
  const open = readable.filter((one) => isInside({ path: one, folder: path })).flatMap(reopened);
  return ["--tmpfs", path, ...open, "--remount-ro", path];
}

function reopened(path: string): string[] {
  return ["--ro-bind-try", path, path];
}
