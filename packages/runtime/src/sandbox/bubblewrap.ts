import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Command, CommandEnd, Confinement, EnteredCommand } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import {
  bubblewrapArguments,
  emptiedPlaces,
  mountedIn,
  tellingProcessFiles,
} from "./bubblewrap-arguments.ts";
import { HeldPlaces } from "./held-places.ts";
import { type HostSocket, hostSockets } from "./host-sockets.ts";
import { mostTries, type SandboxMaker } from "./sandbox-maker.ts";
import { seccompFilter } from "./seccomp-filter.ts";
import { SessionFolders } from "./session-folders.ts";
import { SessionLoopbacks } from "./session-loopbacks.ts";

/** Its files are passed by descriptor, so that the process list inside does not show them. 3: status. 6: remaining processes. */
const opening =
  'exec 3>"$1" 4<"$2"; if [ -f "$3" ]; then exec 5<"$3"; fi; if [ -n "$4" ]; then exec 6>"$4"; fi; shift 4; exec "$@"';

/**
 * Wraps a command inside, where all processes end with it: gives background processes 200 ms to end by themselves, as outside the sandbox,
 * then records the command lines of the rest. Its own error output is discarded.
 */
const watching = `exec 7>&2 2>/dev/null; "$@" 2>&7 6>&- 7>&-; code=$?
others() { for p in /proc/[0-9]*; do [ "\${p#/proc/}" = 1 ] || [ "\${p#/proc/}" = $$ ] || return 0; done; return 1; }
n=0; while others && [ $n -lt 20 ]; do sleep 0.01; n=$((n + 1)); done
if others; then for p in /proc/[0-9]*; do case \${p#/proc/} in 1 | $$) ;; *) tr '\\0' ' ' <"$p/cmdline" >&6; echo >&6 ;; esac; done; fi
exit $code`;
/** Bytes of the report on remaining processes; programs inside can write there as well. */
const mostLeft = 4_096;
const probeMs = 5_000;
/** Reachable sockets listed by name. */
const mostNamed = 50;
const nothing: Confinement = { network: false, writable: [], sealed: [], hidden: [] };

/** Runs commands in bubblewrap. `folder` is Kestrel's own, hidden from every command: it has the files of running commands. */
export function bubblewrap(program: string, folder: string): SandboxMaker {
  const folders = new SessionFolders(join(dirname(folder), "session-tmp"));
  const loopbacks = new SessionLoopbacks(program);
  const held = new HeldPlaces();
  /** Sockets that stay reachable, and the users whose sockets change too fast to be covered. */
  const exposed = new Set<string>();
  const restless = new Set<number>();
  const filter = seccompFilter();
  const emptyFile = join(folder, "empty");
  let userNamespaces: "disable" | "leave" = "disable";
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= makeFolder();
    return prepared;
  };
  const makeFolder = async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(emptyFile, "", { mode: 0o444 });
    if (filter) await writeFile(join(folder, "seccomp"), filter);
  };

  const enter = async (command: Command): Promise<EnteredCommand> => {
    await prepare();
    const { hidden, readable, session, loopback, ...confinement } = command.confinement ?? nothing;
    const { sealed } = confinement;
    const existing = new Set(
      sealed.map(({ path }) => path).filter((path) => existsSync(path) && !held.isHeld(path)),
    );
    const absent = sealed.map(({ path }) => path).filter((path) => !existing.has(path));
    const { sockets, left } = hostSockets();
    const isLeft = ({ foreign }: HostSocket) => foreign !== undefined && restless.has(foreign);
    for (const { path } of [...left, ...sockets.filter(isLeft)])
      if (exposed.size < mostNamed) exposed.add(path);
    const closed = sockets.filter((one) => !isLeft(one));
    const places = [...hidden, folder, ...tellingProcessFiles, ...closed.map(({ path }) => path)];
    const covered = [...new Set(places.flatMap(real))].flatMap(kindOf);
    const opened = readable?.flatMap(real);
    const kept = new Map<string, string>();
    for (const [path, own] of session === undefined ? [] : await folders.of(session))
      if (mountedIn(path, confinement.writable, opened ?? []).every(isFolderIn(path, own)))
        kept.set(path, own);
    const shared = confinement.network ? undefined : await sharedLoopback(session, loopback);
    const words = bubblewrapArguments(
      // A command that joins a shared loopback needs no network namespace of its own.
      {
        ...confinement,
        network: confinement.network || shared !== undefined,
        readable: opened,
      },
      {
        ...{ hidden: covered, existing, emptyFile, userNamespaces },
        ...{ emptied: emptiedHere(), kept },
      },
      command.folder,
    );
    const name = join(folder, randomUUID());
    await writeFile(`${name}.args`, words.map((word) => `${word}\0`).join(""), { mode: 0o600 });
    held.hold(absent);
    const { watched = false, ...plain } = command;
    const files = [`${name}.status`, `${name}.args`, join(folder, "seccomp"), watched ? `${name}.left` : ""];
    const own = ["--json-status-fd", "3", "--args", "4", ...(filter ? ["--seccomp", "5"] : [])];
    return {
      command: {
        ...plain,
        file: "/bin/sh",
        args: [
          ...["-c", opening, "sh", ...files, ...(shared?.words ?? []), program, ...own, "--"],
          ...(watched ? ["/bin/sh", "-c", watching, "sh"] : []),
          ...[command.file, ...command.args],
        ],
        // Where bubblewrap starts; inside, it changes to the command's folder.
        folder: "/",
        environment: { ...command.environment, TMPDIR: "/tmp" },
      },
      leave: async (end, words) => {
        const ran = hasRun(`${name}.status`);
        const left = watched ? leftIn(`${name}.left`) : [];
        shared?.leave?.();
        await held.release(absent);
        await Promise.all(["status", "args", "left"].map((kind) => rm(`${name}.${kind}`, { force: true })));
        if (end.kind !== "exited") return end;
        if (ran) return left.length > 0 ? { ...end, left } : end;
        const failed = { kind: "not-confined", detail: words.trim() } as const;
        const stumbled = closed.find(({ path }) => words.includes(path));
        if (!stumbled) return failed;
        // Sockets of root and this user are never left open.
        if (stumbled.foreign !== undefined) restless.add(stumbled.foreign);
        return { ...failed, again: true };
      },
    };
  };

  const sharedLoopback = async (session?: string, loopback?: Confinement["loopback"]) => {
    if (session === undefined || loopback === undefined) return undefined;
    if (loopback === "held") return loopbacks.hold(session);
    const words = await loopbacks.join(session);
    return words && { words, leave: undefined };
  };

  const probeOnce = async (tries = mostTries): Promise<string | undefined> => {
    const { command, leave } = await enter({ file: "/bin/true", args: [], folder: "/", environment: {} });
    const { end, words } = await runPlain(command);
    const left = await leave(end, words);
    if (left.again && tries > 1) return probeOnce(tries - 1);
    if (left.kind === "exited" && left.code === 0) return undefined;
    return words.trim() || JSON.stringify(left);
  };
  return {
    by: "bubblewrap",
    enter,
    exposed: () => [...exposed],
    listening: (session) => loopbacks.listening(session),
    kept: (session) => folders.of(session),
    probe: async () => {
      const words = await probeOnce();
      if (!words?.includes("disable-userns") || !filter) return words;
      // Older than 0.8: the filter itself refuses new user namespaces.
      userNamespaces = "leave";
      return probeOnce();
    },
  };
}

function leftIn(file: string): string[] {
  try {
    const lines = readFileSync(file).subarray(0, mostLeft).toString().split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    absent(error);
    return [];
  }
}

/** With links resolved: a mount cannot be created through one into an emptied place. */
function real(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch (error) {
    absent(error);
    return [];
  }
}

/** Whether a name inside is free or a folder in the mounted one: if a command replaced it, nothing is mounted there. */
function isFolderIn(place: string, own: string): (path: string) => boolean {
  return (path) => {
    try {
      return lstatSync(join(own, relative(place, path)), { throwIfNoEntry: false })?.isDirectory() ?? true;
    } catch (error) {
      absent(error);
      return false;
    }
  };
}

function emptiedHere(): string[] {
  return [...new Set(emptiedPlaces.flatMap(real))];
}

function kindOf(path: string): { path: string; kind: "folder" | "file" }[] {
  try {
    return [{ path, kind: statSync(path).isDirectory() ? "folder" : "file" }];
  } catch (error) {
    absent(error);
    return [];
  }
}

/** A line with the exit code is written only when the command itself ran. */
function hasRun(status: string): boolean {
  try {
    return /"exit-code"/.test(readFileSync(status, "utf8"));
  } catch (error) {
    absent(error);
    return false;
  }
}

function runPlain({ file, args, folder, environment }: Command): Promise<{ end: CommandEnd; words: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, timeout: probeMs, killSignal: "SIGKILL" } as const;
    execFile(file, args, options, (error, _, words) => {
      const code = error === null ? 0 : Number(error.code);
      const end: CommandEnd = Number.isInteger(code)
        ? { kind: "exited", code }
        : { kind: "not-started", detail: String(error) };
      resolve({ end, words: words || (end.kind === "not-started" ? end.detail : "") });
    });
  });
}
