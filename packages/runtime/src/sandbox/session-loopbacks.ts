import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { absent } from "@kestrel/diagnostics";
import { within } from "../within.ts";

const places = ["/usr/bin/nsenter", "/bin/nsenter", "/run/current-system/sw/bin/nsenter"];
const beginMs = 5_000;

/** A held network: the process in it, and the number of jobs that use it. */
type Held = { pid: Promise<number | undefined>; child: ChildProcess; jobs: number };

/**
 * Loopback-only networks, one per session while one of its jobs runs. Only that session's commands reach a port on which the job listens.
 * A sleeping process keeps each network open. Needs `nsenter` (util-linux).
 */
export class SessionLoopbacks {
  readonly #bubblewrap: string;
  readonly #held = new Map<string, Held>();
  #enters = places.find((path) => existsSync(path));

  constructor(bubblewrap: string) {
    this.#bubblewrap = bubblewrap;
  }

  /** For a job: the command prefix for its session's network, created for the first job. Undefined when unavailable. */
  async hold(session: string): Promise<{ words: readonly string[]; leave(): void } | undefined> {
    if (this.#enters === undefined) return undefined;
    const held = this.#held.get(session) ?? this.#begin(session);
    held.jobs += 1;
    const leave = () => {
      held.jobs -= 1;
      if (held.jobs === 0) this.#end(session, held);
    };
    const pid = await held.pid;
    if (pid !== undefined) return { words: this.#words(pid), leave };
    leave();
    return undefined;
  }

  /** For a command: the same while a job holds the network. */
  async join(session: string): Promise<readonly string[] | undefined> {
    const pid = await this.#held.get(session)?.pid;
    return pid === undefined ? undefined : this.#words(pid);
  }

  /** The listening ports there; undefined when no job holds it. */
  async listening(session: string): Promise<readonly number[] | undefined> {
    const pid = await this.#held.get(session)?.pid;
    if (pid === undefined) return undefined;
    const tables = ["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8").catch(absent));
    return [...new Set((await Promise.all(tables)).flatMap((table) => listeningPorts(table)))].sort(
      (one, other) => one - other,
    );
  }

  #words(pid: number): readonly string[] {
    const of = (kind: string) => `/proc/${pid}/ns/${kind}`;
    return [this.#enters ?? "", "--preserve-credentials", `--user=${of("user")}`, `--net=${of("net")}`, "--"];
  }

  #begin(session: string): Held {
    // Without its own devices: for those bubblewrap would create a second user namespace, which does not own the network.
    const words = [
      "--unshare-user",
      "--unshare-net",
      "--die-with-parent",
      "--json-status-fd",
      "3",
      "--ro-bind",
      "/",
      "/",
    ];
    const child = spawn(this.#bubblewrap, [...words, "--", "/bin/sh", "-c", "echo; exec sleep 2147483647"], {
      cwd: "/",
      env: {},
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const held: Held = { pid: this.#ready(child), child, jobs: 0 };
    this.#held.set(session, held);
    child.once("exit", () => {
      if (this.#held.get(session) === held) this.#held.delete(session);
    });
    // Does not keep this process alive: it ends with the last job or this process.
    child.unref();
    return held;
  }

  /** The process inside, once the loopback is up and joining it was tested; a machine without support is not tried again. */
  async #ready(child: ChildProcess): Promise<number | undefined> {
    const status = child.stdio[3] as Readable;
    const [said, began] = [firstText(status), child.stdout ? firstText(child.stdout) : Promise.resolve("")];
    const first = await within(beginMs, Promise.all([said, began]));
    const pid = Number(/"child-pid": (\d+)/.exec(first?.[0] ?? "")?.[1]);
    if (pid > 0 && (await this.#works(pid))) return pid;
    this.#enters = undefined;
    end(child);
    return undefined;
  }

  #works(pid: number): Promise<boolean> {
    const [file = "", ...words] = this.#words(pid);
    const inner = [this.#bubblewrap, "--unshare-user", "--ro-bind", "/", "/", "--", "/bin/true"];
    return new Promise((resolve) => {
      execFile(file, [...words, ...inner], { cwd: "/", env: {}, timeout: beginMs }, (error) =>
        resolve(error === null),
      );
    });
  }

  #end(session: string, { child }: Held): void {
    this.#held.delete(session);
    end(child);
  }
}

/** A child that did not start has no process id, and Node would signal the daemon's own process group instead. */
function end(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill("SIGKILL");
}

/** The first chunk of a stream; empty when it ends before. */
function firstText(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    stream.on("error", () => resolve(""));
    stream.once("close", () => resolve(""));
    stream.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    (stream as Readable & { unref?(): void }).unref?.();
  });
}

/** Lines of `/proc/net/tcp`: the second field is address and port in hexadecimal, the fourth the state, of which `0A` listens. */
function listeningPorts(table = ""): number[] {
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state] = line.trim().split(/\s+/);
    const port = Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
    return state === "0A" && port > 0 ? [port] : [];
  });
}
