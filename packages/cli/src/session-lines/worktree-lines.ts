import type { SayAny } from "@kestrel/i18n";
import type { WorktreeAnswer } from "@kestrel/server/client";
import { visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** The result of a worktree command. `worktree`: how the command is called in this place. */
export function worktreeLines(
  { said, diff }: WorktreeAnswer,
  say: Say,
  worktree: "/worktree" | "kestrel worktree",
): string[] {
  const [head = "", ...rest] = said.map(({ key, values }) => (say as SayAny)(key, { ...values, worktree }));
  return [head, ...(diff === undefined ? [] : [visibleText(diff)]), ...rest];
}
