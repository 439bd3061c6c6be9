import type { SessionState } from "@kestrel/session-state";

/** A file that a block of a reply may mean: read in this session, or new and named by the message. */
export type KnownFile = { path: string; text?: string };

/** The files that a reply may write. */
export type KnownFiles = {
  named: readonly KnownFile[];
  seen: readonly KnownFile[];
  /** The message asks something. */
  asks: boolean;
  /** A partial file was refused in this turn. */
  refused: boolean;
};

/** The expectation of a refused partial file, which also identifies it. */
export const wholeFile = "the whole file";

/**
 * The files that a reply of this turn may write whole: those that were read and are still shown, and new ones that the message
 * names. The content is what the model was shown.
 */
export function knownFiles({ timeline }: SessionState): KnownFiles {
  const seen = new Map<string, string | undefined>();
  /** Written as text in this turn, with nothing wrong since: shown again, it is what the model says that it did. */
  const written = new Set<string>();
  let isWrong = false;
  let message: string | undefined;
  let refused = false;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") message ??= entry.text;
    if (entry.kind !== "tool" || entry.folded) continue;
    if (message === undefined && entry.rejected?.expected === wholeFile) refused = true;
    if (message === undefined && !isWrong && entry.recovered === "whole_file")
      for (const { path } of entry.changes) written.add(path);
    isWrong ||= entry.status !== "ok" || (entry.exitCode ?? 0) !== 0;
    for (const { path } of entry.changes) if (!seen.has(path)) seen.set(path, undefined);
    const [file, ...others] = entry.seen ?? [];
    if (entry.tool === "read" && file?.hash !== undefined && others.length === 0 && !seen.has(file.path))
      seen.set(file.path, entry.content);
  }
  const read = [...seen]
    .filter(([path]) => !written.has(path))
    .map(([path, text]) => ({ path, text: text ?? "" }));
  const said = message ?? "";
  const isNamed = ({ path }: KnownFile) => said.includes(path.slice(path.lastIndexOf("/") + 1));
  const fresh = [...said.matchAll(newFile)]
    .map(([path]) => path.replace(/^\.\//, ""))
    .filter(
      (path) =>
        !product.test(path) &&
        !written.has(path) &&
        !read.some((one) => one.path === path || one.path.endsWith(`/${path}`)),
    )
    .map((path): KnownFile => ({ path }));
  return {
    named: [...read.filter(isNamed), ...new Map(fresh.map((one) => [one.path, one])).values()],
    seen: read.filter((one) => !isNamed(one)),
    asks: /[?？]/.test(said),
    refused,
  };
}

/** Product names that look like files. */
const product = /^(?:node|vue|next|nuxt|react|express|three|d3)\.js$/i;

/** A file name in a message; numbers and hosts are excluded. */
const newFile = /(?<![\w./\\:@-])(?:\.\/)?(?:[\w-]+\/)*[\w-]+\.[a-z][a-z0-9]{0,7}(?![\w/\\-]|\.\w)/g;
