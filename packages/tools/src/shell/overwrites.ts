import { lstat } from "node:fs/promises";
import { reportUnexpected } from "@kestrel/diagnostics";
import type { Redirect } from "../command-line/every-word.ts";
import { type Bounds, confine } from "../place/confined-path.ts";

/** A line with more redirections is not checked. */
const mostRedirects = 20;

/** After these the shell is in another folder than the one in which its words are resolved. */
const moving = new Set(["cd", "chdir", "pushd", "popd"]);

/**
 * Whether a line's redirections may overwrite a file's content: not when they create a file in the workspace or append. A target that
 * cannot be determined, such as an expanded name, counts as overwriting.
 */
export async function overwrites(
  redirects: readonly Redirect[],
  words: readonly string[],
  bounds: Bounds | undefined,
): Promise<boolean> {
  if (redirects.length === 0) return false;
  if (!bounds || redirects.length > mostRedirects || words.some((word) => moving.has(word))) return true;
  const told = await Promise.all(redirects.map((one) => takesAway(one, bounds)));
  return told.includes(true);
}

async function takesAway({ target, appends }: Redirect, bounds: Bounds): Promise<boolean> {
  if (target === undefined) return true;
  try {
    const { real } = await confine(bounds, target);
    const facts = await lstat(real).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    return facts !== undefined && !(appends && facts.isFile());
  } catch (error) {
    reportUnexpected("judging a redirection", error);
    return true;
  }
}
