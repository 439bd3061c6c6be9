import { WorktreeName } from "@kestrel/protocol/loop";
import type { Flags } from "../arguments.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Connection } from "./join-or-start.ts";

/** The session's folder: the worktree named by `--worktree`, created when missing, or the given one. */
export async function folderOfWork(
  { client, close }: Connection,
  folder: string,
  { worktree }: Flags,
): Promise<string> {
  if (worktree === undefined) return folder;
  try {
    const name = WorktreeName.safeParse(worktree).data;
    if (name === undefined)
      throw new CommandFailure("worktree_refused", { reason: "worktree_name", name: worktree });
    const answer = await client.call("openWorktree", { body: { workspace: folder, name } });
    return answer.worktree.folder;
  } catch (error) {
    await close("as-found");
    throw error;
  }
}
