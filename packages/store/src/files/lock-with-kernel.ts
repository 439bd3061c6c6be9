import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, type FileHandle, open } from "node:fs/promises";

/** `none`: this machine offers no kernel lock. */
export type KernelLock = { kind: "held"; file: FileHandle } | { kind: "taken" } | { kind: "none" };

/** Where util-linux and busybox install flock(1). Not looked up in PATH, which may contain folders of others. */
const flockAddressess = [
  "/usr/bin/flock",
  "/bin/flock",
  "/usr/local/bin/flock",
  "/run/current-system/sw/bin/flock",
];

/** BSD's open(2) flag that locks the file it opens. */
const exclusiveLock = 0x20;

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** Locks a file for this process. The lock belongs to the descriptor: the kernel releases it when the process ends. */
export async function lockWithKernel(path: string): Promise<KernelLock> {
  return process.platform === "linux"
    ? throughFlock(path, O_CREAT | O_RDWR | O_NOFOLLOW)
    : throughOpen(path, O_CREAT | O_RDWR);
}

/** The same for an existing folder; leaves no file in it. */
export async function lockFolder(path: string): Promise<KernelLock> {
  switch (process.platform) {
    case "linux":
      return throughFlock(path, O_RDONLY);
    case "win32":
      return { kind: "none" };
    default:
      return throughOpen(path, O_RDONLY);
  }
}

/** Node has no flock(2). A program that inherits our descriptor can lock it for us: the lock outlives that program. */
async function throughFlock(path: string, flags: number): Promise<KernelLock> {
  const flock = await firstOf(flockAddressess);
  if (flock === undefined) return { kind: "none" };
  const file = await open(path, flags, 0o600);
  const child = spawn(flock, ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", file.fd], env: {} });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  if (code === 0) return { kind: "held", file };
  await file.close();
  return code === 1 ? { kind: "taken" } : { kind: "none" };
}

async function throughOpen(path: string, flags: number): Promise<KernelLock> {
  try {
    return { kind: "held", file: await open(path, flags | O_NONBLOCK | exclusiveLock, 0o600) };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EAGAIN" || code === "EWOULDBLOCK") return { kind: "taken" };
    throw cause;
  }
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false, // expected: there is no such program
    );
    if (runs) return path;
  }
  return undefined;
}
