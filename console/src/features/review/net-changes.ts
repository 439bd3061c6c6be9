import type { FileRestoration, SessionEvent, UndoTarget } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { netLines } from "@kestrel/text";
import { formatPatch, parsePatch, reversePatch } from "diff";
import { changedFiles } from "../../inspector/changed-files.ts";

/** A file that the session changed, with its net change. */
export type NetChange = {
  path: string;
  kind: "created" | "changed" | "deleted";
  added: number;
  removed: number;
  /** Its net change as one diff; several when the file was also changed outside Kestrel. Empty for a binary file. */
  diffs: readonly string[];
  /** Why it cannot be undone. */
  refused?: FileRestoration["refused"][number]["reason"];
};

/** All changes from the first one on. */
export function wholeTarget({ fileSets }: SessionState): UndoTarget | undefined {
  for (const { turnId } of fileSets ?? []) if (turnId !== undefined) return { to: turnId };
  return undefined;
}

/** An undo's result is what the session found: its reversed diff is what the session did. */
export function netChanges(
  { files, refused }: FileRestoration,
  state: SessionState,
  events: readonly SessionEvent[],
): NetChange[] {
  const kinds = { created: "deleted", deleted: "created", changed: "changed" } as const;
  const net = files.flatMap((file): NetChange[] => {
    if (file.action === "unchanged") return [];
    const { added, removed } = netLines([file]);
    const diffs = file.diff === "" ? [] : [reversed(file.diff)];
    return [{ path: file.path, kind: kinds[file.action], added: removed, removed: added, diffs }];
  });
  const known = changedFiles(state, events);
  const left = refused.map(({ path, reason }): NetChange => {
    const told = known.find((one) => one.path === path);
    const diffs = told?.changes.map(({ diff }) => diff) ?? [];
    return { path, kind: "changed", added: 0, removed: 0, ...told?.lines, diffs, refused: reason };
  });
  return [...net, ...left].sort((one, other) => (inOrder(one.path) < inOrder(other.path) ? -1 : 1));
}

/** Files of a folder are listed before those of its subfolders. */
const inOrder = (path: string) => `${folderOf(path)}\0${path}`;

/** Empty for the workspace itself. */
export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function reversed(diff: string): string {
  const back = parsePatch(diff).map((patch) => reversePatch(patch));
  for (const { hunks } of back) for (const hunk of hunks) hunk.lines = removedFirst(hunk.lines);
  return back.map((patch) => formatPatch(patch)).join("\n");
}

/** Removed lines come before the lines that replace them; a note on a missing line break stays after its line. */
function removedFirst(lines: readonly string[]): string[] {
  const ordered: string[] = [];
  const added: string[] = [];
  let last = ordered;
  for (const line of lines) {
    if (line.startsWith("+")) last = added;
    else if (!line.startsWith("\\")) {
      if (!line.startsWith("-")) ordered.push(...added.splice(0));
      last = ordered;
    }
    last.push(line);
  }
  return [...ordered, ...added];
}
