import { lstat } from "node:fs/promises";
import { reportUnexpected } from "@kestrel/diagnostics";
import type { Redirect } from "../command-line/every-word.ts";
import { type Bounds, confine } from "../place/confined-path.ts";

/** A line with more redirections is looked at no closer. */
const mostRedirects = 20;

/** Behind these the shell stands in another folder than the one its words are looked up in. */
const moving = new Set(["cd", "chdir", "pushd", "popd"]);

/**
 * Whether a line's redirections may take away what a file held: not where they make a new file in the workspace, nor where they
 * append to one. What cannot be told, such as a name that is worked out, takes away.
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
