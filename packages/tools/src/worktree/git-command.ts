import { execFile } from "node:child_process";
import { KestrelError } from "@kestrel/core";
import { clipStart } from "../answer/clip.ts";

/** Disables everything that git would run beside itself: hooks, monitors, signing, and all transports but the local one. */
const alone = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null"],
  ...[
    "protocol.allow=never",
    "protocol.file.allow=always",
    "commit.gpgSign=false",
    "merge.verifySignatures=false",
  ],
  ...["gc.auto=0", "maintenance.auto=false", "advice.detachedHead=false", "core.quotePath=false"],
].flatMap((setting) => ["-c", setting]);

/** Milliseconds for one git command: a clone of a very large repository. */
const patience = 10 * 60_000;
/** Bytes of output. */
const mostOutput = 64 * 1024 * 1024;

export type GitAnswer = { code: number; out: string; problem: string };

/** Runs git in a folder. Exit codes in `expects` resolve; any other rejects with `worktree_refused`. */
export async function git(
  folder: string,
  args: readonly string[],
  {
    expects = [0],
    environment = {},
  }: { expects?: readonly number[]; environment?: Record<string, string> } = {},
): Promise<GitAnswer> {
  const env = {
    ...{
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      LC_ALL: "C",
      TMPDIR: process.env.TMPDIR ?? "",
    },
    ...{ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_ATTR_NOSYSTEM: "1" },
    ...{ GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_REPLACE_OBJECTS: "1", GIT_EDITOR: "true" },
    ...environment,
  };
  const answer = await new Promise<GitAnswer>((resolve) => {
    const options = { cwd: folder, env, timeout: patience, maxBuffer: mostOutput };
    execFile("git", [...alone, ...args], options, (error, out, problem) => {
      const code = error ? (typeof error.code === "number" ? error.code : -1) : 0;
      resolve({ code, out, problem: code === -1 ? `${error?.message}\n${problem}` : problem });
    });
  });
  if (expects.includes(answer.code)) return answer;
  throw refusedWorktree("git_failed", {
    detail: clipStart(answer.problem.trim(), 300),
    command: `git ${args[0]}`,
  });
}

/** One line of git output. */
export async function gitLine(folder: string, ...args: string[]): Promise<string> {
  return (await git(folder, args)).out.trim();
}

/** Names in NUL-separated git output. */
export const namesIn = (out: string): string[] => out.split("\0").filter((name) => name !== "");

export function refusedWorktree(reason: string, params: Record<string, string> = {}): KestrelError {
  return new KestrelError("worktree_refused", `a worktree was refused: ${reason}`, {
    reason: `worktree_${reason}`,
    ...params,
  });
}
