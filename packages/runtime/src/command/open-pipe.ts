import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { reportUnexpected } from "@kestrel/diagnostics";

/** A pipe of the operating system; `writer` is a file descriptor to hand on and then to close. */
export type Pipe = { reader: Readable; writer: number };

/**
 * What Node calls a pipe between processes is a socket, which a program cannot open again: `echo x > /dev/stderr`
 * and `tee /dev/stderr` fail on it. A FIFO without a name is a pipe. `undefined` where it cannot be had.
 */
export async function openPipe(): Promise<Pipe | undefined> {
  const path = join(tmpdir(), `kestrel-pipe-${randomUUID()}`);
  if (!(await makeFifo(path))) return undefined;
  try {
    // Without blocking, or it would wait for the writer; then the writer does not wait for it.
    const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd: reading, readable: true, writable: false }), writer };
  } catch (error) {
    reportUnexpected("making a pipe", error);
    return undefined;
  } finally {
    unlinkSync(path);
  }
}

function makeFifo(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile("mkfifo", ["-m", "600", path], (error) => resolve(error === null));
  });
}
