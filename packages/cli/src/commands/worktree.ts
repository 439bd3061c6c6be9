import { doWorktreeCommand } from "@kestrel/server/client";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { worktreeLines } from "../session-lines/worktree-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel worktree`: separate checkouts, as in `/worktree`. */
export async function worktree({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const folder = await folderOf(flags);
  const { client, close } = await joinOrStart({ flags, say });
  try {
    if (flags.json && verb === "list") {
      printJson({
        schema: schemaVersion,
        ...(await client.call("listWorktrees", { body: { sizes: true } })),
      });
      return exitCodes.done;
    }
    const answer = await doWorktreeCommand(client, [verb, ...words].join(" "), folder);
    const said = (key: string) => answer.said.some((one) => one.key === key);
    const lines = worktreeLines(answer, say, "kestrel worktree").join("\n");
    (said("worktree.noSuch") ? printAside : print)(lines);
    return said("worktree.how")
      ? exitCodes.usage
      : said("worktree.noSuch")
        ? exitCodes.failed
        : exitCodes.done;
  } finally {
    await close("as-found");
  }
}
