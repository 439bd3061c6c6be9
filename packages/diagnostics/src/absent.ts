import { report } from "./report.ts";

/**
 * What a system says where a path leads to nothing that can be looked at: nothing is there, it is another kind of thing, or another
 * user's, or a process that has ended. The last three are Node's word for a name with a NUL in it and our own words for what is no small ordinary file.
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
 * Handles the rejection of a look at a file: `undefined` where there is nothing to look at, as in `stat(path).catch(absent)`. Anything
 * else, such as a failing disk or too many open files, is reported and comes to `undefined` as well.
 */
export function absent(error: unknown): undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (!codes.has(code)) report("looking at a file", error);
}
