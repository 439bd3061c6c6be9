import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { UncoveredReason } from "@kestrel/protocol";
import { systemCode } from "../answer/system-code.ts";
import type { SnapshotPlace } from "./snapshot-place.ts";

/** A snapshot cannot be taken, and why. */
export class NoSnapshot extends Error {
  override readonly name = "NoSnapshot";
  readonly code = "no_snapshot";
  readonly reason: UncoveredReason;

  constructor(reason: UncoveredReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Bytes: names of 20,000 files, 200 bytes each; a larger workspace cannot be snapshotted. */
const mostOutput = 4 * 1024 * 1024;

/** Runs git on the snapshot repository, with `input` on its standard input. Rejects with NoSnapshot, `too_slow` when `signal` fires. */
export function runGit(
  place: SnapshotPlace,
  args: readonly string[],
  signal: AbortSignal,
  input = "",
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = startGit(place, args, signal);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostOutput) return void chunks.push(chunk);
      reject(new NoSnapshot("too_many"));
      endChild(child);
    });
    child.on("error", (error) => reject(troubleOf(error, signal)));
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(troubleOf(undefined, signal));
    });
    child.stdin.end(input);
  });
}

/** Reads blobs one at a time; the next is requested after `take`. Rejects as `runGit` does. */
export async function readBlobs(
  place: SnapshotPlace,
  names: readonly string[],
  signal: AbortSignal,
  take: (name: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  if (names.length === 0) return;
  const child = startGit(place, ["cat-file", "--batch"], signal);
  const failed = new Promise<never>((_, reject) =>
    child.on("error", (error) => reject(troubleOf(error, signal))),
  );
  failed.catch(() => undefined); // expected: the caller is told
  const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = await Promise.race([chunks.next(), failed]);
    if (done || !value) throw troubleOf(undefined, signal);
    return value;
  };
  const upTo = async (length: number) => {
    const parts = [held];
    let known = held.length;
    while (known < length) {
      const chunk = await more();
      parts.push(chunk);
      known += chunk.length;
    }
    const whole = Buffer.concat(parts);
    held = whole.subarray(length);
    return whole.subarray(0, length);
  };
  try {
    for (const name of names) {
      child.stdin.write(`${name}\n`);
      while (!held.includes(10)) held = Buffer.concat([held, await more()]);
      const header = (await upTo(held.indexOf(10) + 1)).toString("latin1");
      const size = /^[0-9a-f]{40,64} blob (\d+)\n$/.exec(header)?.[1];
      if (size === undefined) throw new NoSnapshot("failed");
      await take(name, (await upTo(Number(size) + 1)).subarray(0, -1));
    }
  } finally {
    child.stdin.end();
    endChild(child);
  }
}

/** A child that did not start has no process id, and Node would signal the daemon's own process group instead. */
function endChild(child: ChildProcess): void {
  if (child.pid !== undefined) child.kill("SIGKILL");
}

/** Starts in the snapshot folder, so that a missing workspace is not reported as a missing git. */
function startGit(
  { folder, workspace, environment }: SnapshotPlace,
  args: readonly string[],
  signal: AbortSignal,
): ChildProcessWithoutNullStreams {
  const child = spawn("git", ["-C", workspace, ...args], {
    ...{ cwd: folder, env: environment, stdio: ["pipe", "pipe", "pipe"] },
    ...{ signal, killSignal: "SIGKILL" },
  });
  child.stderr.resume();
  // An ended process accepts no input; its exit is reported separately.
  child.stdin.on("error", () => undefined);
  return child;
}

function troubleOf(error: unknown, signal: AbortSignal): NoSnapshot {
  if (signal.aborted) return new NoSnapshot("too_slow");
  return new NoSnapshot(systemCode(error) === "ENOENT" ? "no_git" : "failed");
}
