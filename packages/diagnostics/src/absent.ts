import { report } from "./report.ts";

/**
 * Error codes of a path that cannot be examined: it is missing, of another kind, another user's, or a process that has ended. The
 * last three are Node's code for a name with a NUL in it and our own codes for a file that is not a small regular one.
 */
const codes: ReadonlySet<unknown> = new Set([
  ...[
    "ENOENT",
    "ENOTDIR",
    "EISDIR",
    "EACCES",
    "EPERM",
    "ELOOP",
    "ENAMETOOLONG",
    "EINVAL",
    "ENXIO",
    "ESRCH",
    "EROFS",
  ],
  ...["ERR_INVALID_ARG_VALUE", "not_a_file", "too_long"],
]);

/**
 * Handles the rejection of a file lookup: `undefined` when there is nothing to read, as in `stat(path).catch(absent)`. Any other
 * error, such as a failing disk or too many open files, is reported and becomes `undefined` as well.
 */
export function absent(error: unknown): undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (!codes.has(code)) report("looking at a file", error);
}
