import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { reportUnexpected } from "@kestrel/diagnostics";

/** An operating-system pipe; `writer` is a file descriptor to pass on and then to close. */
export type Pipe = { reader: Readable; writer: number };

/**
 * Node's pipes between processes are sockets, which a program cannot reopen: `echo x > /dev/stderr` and `tee /dev/stderr` fail on them. An
 * unlinked FIFO works. `undefined` when it cannot be created.
 */
export async function openPipe(): Promise<Pipe | undefined> {
  const path = join(tmpdir(), `kestrel-pipe-${randomUUID()}`);
  if (!(await makeFifo(path))) return undefined;
  try {
    // Non-blocking, or the open would wait for the writer; the writer's open then does not block either.
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
