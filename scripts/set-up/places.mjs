import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Stamps and the lock of this clone's set-up; can be deleted at any time. */
export const setUpFolder = join(root, ".cache", "set-up");

/** Large files shared by every clone of this user, such as the browser for the tests. */
export const cacheFolder =
  process.env.KESTREL_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kestrel");

/** The shipped program, once it is built. */
export const program = join(root, "dist", "kestrel.cjs");

/** Under CI nothing may be skipped silently. */
export const strict = Boolean(process.env.CI) && process.env.CI !== "false";

export function say(text) {
  process.stderr.write(`kestrel: ${text}\n`);
}

export function megabytes(bytes) {
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
