import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { LoopState } from "@kestrel/protocol/loop";
import { type DaemonClient, mergeReviewed, reviewAnswer } from "@kestrel/server/client";
import { UsageError } from "../arguments.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { loopHead, loopReport, planLines } from "../session-lines/loop-lines.ts";
import { worktreeLines } from "../session-lines/worktree-lines.ts";
import { agreed } from "../terminal/agreed.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

const actions = ["list", "show", "stop", "resume", "merge", "drop"] as const;
type Action = (typeof actions)[number];

/**
 * `kestrel loop PLAN.md|list|show|stop|resume|merge|drop`: works through a plan item by item. Exit code 0 when all is done, 6 when the
 * budget is spent, 7 when an item is stuck or needs the user.
 */
export async function loop(input: CommandInput): Promise<ExitCode> {
  const { verb, words, flags, say } = input;
  const action = actions.find((one) => one === verb);
  const connection = await joinOrStart({ flags, say });
  try {
    if (action === undefined) return await begin(connection, verb, input);
    return await doAction(connection.client, action, words[0] ?? "", input);
  } finally {
    await connection.close();
  }
}

/** Shows the whole plan, and begins it after a yes to that version. */
async function begin({ client }: Connection, path: string, { flags, say }: CommandInput): Promise<ExitCode> {
  const file = resolve(path);
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure("loop_refused", { reason: cause.code ?? "unknown", name: file });
  });
  const workspace = await folderOf(flags);
  const { plan, digest, doubts } = await client.call("readPlan", { body: { workspace, text } });
  const lines = planLines(plan, say, doubts).join("\n");
  if (!flags.yes && !(await agreedTo(lines, say))) return exitCodes.denied;
  const body = { workspace, text, file, digest };
  const { loop: begun } = await client.call("startLoop", { body });
  if (flags.json) printJson({ schema: schemaVersion, loop: begun });
  else print(say("loop.began", { id: begun.id, folder: begun.worktree.folder }));
  return exitCodes.done;
}

async function doAction(
  client: DaemonClient,
  action: Action,
  id: string,
  { flags, say }: CommandInput,
): Promise<ExitCode> {
  const { loops } = await client.call("listLoops");
  const shown = (one: LoopState, lines = loopReport(one, say)): ExitCode => {
    if (flags.json) printJson({ schema: schemaVersion, loop: one });
    else print(lines.join("\n"));
    return exitCodeOfLoop(one);
  };
  if (action === "list") {
    if (flags.json) printJson({ schema: schemaVersion, loops });
    else print(loops.length === 0 ? say("loop.none") : loops.map((one) => loopHead(one, say)).join("\n"));
    return exitCodes.done;
  }
  const meant = loops.filter((one) => one.id.startsWith(id));
  const [found] = meant;
  if (!found || meant.length > 1) throw new UsageError(say("loop.noSuch", { id }));
  const body = { id: found.id };
  switch (action) {
    case "show":
      return shown(found);
    case "stop":
      return shown((await client.call("stopLoop", { body })).loop, [say("loop.stopped", { id: found.id })]);
    case "resume": {
      const { loop: begun } = await client.call("resumeLoop", { body });
      print(say("loop.began", { id: begun.id, folder: begun.worktree.folder }));
      return exitCodes.done;
    }
    case "drop":
      await client.call("dropLoop", { body });
      print(say("loop.dropped", { id: found.id }));
      return exitCodes.done;
    case "merge":
      return merge(client, found, { flags, say });
    default:
      return action satisfies never;
  }
}

/** Shows a merge's changes, and merges exactly those after a yes. */
async function merge(
  client: DaemonClient,
  { worktree }: LoopState,
  { flags, say }: Pick<CommandInput, "flags" | "say">,
): Promise<ExitCode> {
  const review = await client.call("reviewWorktree", { body: { id: worktree.id } });
  const { files, conflicts, dirty } = review;
  const lines = worktreeLines(reviewAnswer(review), say, "kestrel worktree").join("\n");
  if (files.length === 0 || conflicts.length + dirty.length > 0) {
    print(lines);
    return files.length === 0 ? exitCodes.done : exitCodes.failed;
  }
  if (!flags.yes && !(await agreedTo(lines, say, "loop.askMerge"))) return exitCodes.denied;
  print(worktreeLines(await mergeReviewed(client, review), say, "kestrel worktree").join("\n"));
  return exitCodes.done;
}

function exitCodeOfLoop({ end, pause, items }: LoopState): ExitCode {
  if (end === "done") return exitCodes.done;
  if (end === "budget") return exitCodes.limit;
  const isRed = items.some(({ state }) => state !== "open" && state !== "done" && state !== "already_green");
  return end !== undefined || pause || isRed ? exitCodes.unfinished : exitCodes.done;
}

/** Shows the details and asks. Without a terminal it names the flag that answers. */
async function agreedTo(
  lines: string,
  say: CommandInput["say"],
  question: "loop.ask" | "loop.askMerge" = "loop.ask",
): Promise<boolean> {
  printAside(lines);
  return agreed(say(question), say("loop.needsYes"));
}
