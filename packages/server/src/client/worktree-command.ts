import type { Worktree, WorktreeReview } from "@kestrel/protocol/loop";
import type { DaemonClient } from "./daemon-client.ts";

/** A message that both clients have, by its key. */
type WorktreeSentence = {
  key: `worktree.${
    | "how"
    | "none"
    | "noSuch"
    | "made"
    | "known"
    | "left"
    | "row"
    | "droppedRow"
    | "changes"
    | "nothing"
    | "conflicts"
    | "dirty"
    | "mergeHow"
    | "merged"
    | "dropped"
    | "restored"}`;
  values?: Readonly<Record<string, string | number>>;
};

/** A command's result: messages, and the diff to decide about. */
export type WorktreeAnswer = { said: WorktreeSentence[]; diff?: string; opened?: Worktree };

/**
 * Runs `/worktree` and `kestrel worktree`, the same in every client. A merge must name the two commits that a review showed, as
 * `OURS..THEIRS`: without them it is a review.
 */
export async function doWorktreeCommand(
  client: DaemonClient,
  argument: string,
  workspace: string,
): Promise<WorktreeAnswer> {
  const [action = "list", name = "", ...more] = argument.split(/\s+/).filter(Boolean);
  const say = (...said: WorktreeSentence[]): WorktreeAnswer => ({ said });
  if (action === "list" && name === "") {
    const { worktrees } = await client.call("listWorktrees", { body: { sizes: true } });
    if (worktrees.length === 0) return say({ key: "worktree.none" });
    return say(
      ...worktrees.map(({ name, folder, repository, bytes = 0, droppedAt }): WorktreeSentence => {
        const size = `${(bytes / 1e6).toFixed(0)} MB`;
        return droppedAt === undefined
          ? { key: "worktree.row", values: { name, folder, repository, size } }
          : { key: "worktree.droppedRow", values: { name, repository, size, date: droppedAt.slice(0, 10) } };
      }),
    );
  }
  if (action === "new" && name !== "") return opened(client, { workspace, name, bring: more });
  if (!["review", "merge", "drop", "restore"].includes(action) || name === "")
    return say({ key: "worktree.how" });
  const { worktrees } = await client.call("listWorktrees", { body: {} });
  const isDropped = action === "restore";
  const meant = worktrees.filter(
    (one) => (one.droppedAt !== undefined) === isDropped && (one.name === name || one.id === name),
  );
  const [worktree] = meant.filter(({ repository }) => workspace.startsWith(repository)).concat(meant);
  if (!worktree) return say({ key: "worktree.noSuch", values: { name } });
  const { id } = worktree;
  switch (action) {
    case "drop":
      await client.call("dropWorktree", { body: { id } });
      return say({ key: "worktree.dropped", values: { name } });
    case "restore":
      await client.call("restoreWorktree", { body: { id } });
      return say({ key: "worktree.restored", values: { name } });
    default: {
      const review = await client.call("reviewWorktree", { body: { id } });
      const [, ours = "", theirs = ""] = /^([0-9a-f]{7,64})\.\.([0-9a-f]{7,64})$/.exec(more[0] ?? "") ?? [];
      const isSeen = ours !== "" && review.ours.startsWith(ours) && review.theirs.startsWith(theirs);
      if (action === "review" || !isSeen) return reviewAnswer(review);
      return mergeReviewed(client, review);
    }
  }
}

/** Merges exactly what a review showed. */
export async function mergeReviewed(
  client: DaemonClient,
  { worktree, ours, theirs }: WorktreeReview,
): Promise<WorktreeAnswer> {
  const { id, name } = worktree;
  const { commit } = await client.call("mergeWorktree", { body: { id, ours, theirs } });
  return { said: [{ key: "worktree.merged", values: { name, commit: commit.slice(0, 12) } }] };
}

async function opened(
  client: DaemonClient,
  wish: { workspace: string; name: string; bring: string[] },
): Promise<WorktreeAnswer> {
  const { bring, ...rest } = wish;
  const { worktree, isNew } = await client.call("openWorktree", {
    body: { ...rest, ...(bring.length > 0 && { bring }) },
  });
  const { name, folder, uncommitted } = worktree;
  const said: WorktreeSentence[] = [
    { key: isNew ? "worktree.made" : "worktree.known", values: { name, folder } },
  ];
  if (isNew && uncommitted > 0) said.push({ key: "worktree.left", values: { count: uncommitted } });
  return { said, opened: worktree };
}

/** The messages of a review. */
export function reviewAnswer(review: WorktreeReview): WorktreeAnswer {
  const { worktree, files, conflicts, dirty, diff, ours, theirs } = review;
  const { name } = worktree;
  if (files.length === 0) return { said: [{ key: "worktree.nothing", values: { name } }] };
  const said: WorktreeSentence[] = [{ key: "worktree.changes", values: { count: files.length, name } }];
  if (conflicts.length > 0) said.push({ key: "worktree.conflicts", values: { paths: conflicts.join(", ") } });
  if (dirty.length > 0) said.push({ key: "worktree.dirty", values: { paths: dirty.join(", ") } });
  if (conflicts.length + dirty.length === 0) {
    const commits = `${ours.slice(0, 12)}..${theirs.slice(0, 12)}`;
    said.push({ key: "worktree.mergeHow", values: { name, commits } });
  }
  return { said, diff };
}
