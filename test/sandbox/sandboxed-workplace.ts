import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Command, CommandRunner, ProgramStarter } from "@kestrel/core";
import { createCommandRunner, createProgramStarter, createSandbox, Standstill } from "@kestrel/runtime";
import { jobTable } from "@kestrel/tools";
import { onTestFinished } from "vitest";
import type { CommandLimits } from "../../packages/runtime/src/command/command-limits.ts";
import { findRipgrep } from "../../packages/tools/src/search/find-ripgrep.ts";
import { type Workplace, workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { testBubblewrap } from "../machine.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");
const isRoot = process.getuid?.() === 0;
const nobody = "65534:65534";
/** Not below /tmp, which is empty inside whatever else happens. */
const parent = isRoot ? "/var/cache" : join(homedir(), ".cache");

/** The words that make somebody without rights of a command; none where this user has no more. */
export const asNobody: readonly string[] = isRoot
  ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
  : [];

export type SandboxedWorkplace = Workplace & {
  /** Beside the workspace; anybody may write there who gets there. */
  outside: string;
  jobs: ReturnType<typeof jobTable>;
  /** Programs that are spoken with, in the same sandbox. */
  programs: ProgramStarter;
};

/**
 * The tools on real ground, inside a real bubblewrap (`confined`) or without any, their commands run by somebody without rights: what is
 * hostile may be run here. Needs `testBubblewrap`.
 */
export async function sandboxedWorkplace(
  where: "confined" | "plain" = "confined",
  limits: Partial<CommandLimits> = {},
  extraRoots: readonly string[] = [],
): Promise<SandboxedWorkplace> {
  mkdirSync(parent, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = parent;
  let outer = "";
  let made: ReturnType<typeof createSandbox> | undefined;
  const sandboxHere = () => {
    made ??= sandboxIn();
    return made;
  };
  const sandboxIn = () => {
    const sandbox = createSandbox({
      setting: "required",
      folder: join(outer, "data", "sandbox"),
      path: join(outer, "bin"),
    });
    const enter = async (command: Command) => {
      const entered = await sandbox.enter(command);
      // A job of the story may take a name away meanwhile: chown then fails at that name and does the others.
      spawnSync("chown", ["-R", nobody, outer], { stdio: "ignore" });
      return { ...entered, command: byNobody(entered.command) };
    };
    return isRoot ? { ...sandbox, enter } : sandbox;
  };
  const standstill = new Standstill();
  let runner: CommandRunner | undefined;
  const runnerHere = () => {
    runner ??= createCommandRunner({ supervisorPath, sandbox: sandboxHere(), standstill }, limits);
    return runner;
  };
  const commandRunner: CommandRunner = {
    alone: (...asked) => {
      const { alone } = runnerHere();
      if (!alone) throw new Error("the runner knows its sandbox");
      return alone(...asked);
    },
    run: (command, ...rest) => {
      if (where === "plain" && isRoot) execFileSync("chown", ["-R", nobody, outer]);
      return runnerHere().run(where === "plain" ? byNobody(command) : command, ...rest);
    },
  };
  const status = async () => (where === "plain" ? ({ state: "off" } as const) : sandboxHere().status());
  const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: parent };
  const jobs = jobTable();
  const enter = (command: Command) => sandboxHere().enter(command);
  const kept = async (session: string) => (await sandboxHere().kept?.(session)) ?? new Map();
  const programs = mkdtempSync(join(parent, "kestrel-programs-"));
  onTestFinished(() => rmSync(programs, { recursive: true, force: true }));
  chmodSync(programs, 0o755);
  // Where somebody without rights can start it.
  const ripgrepPath = join(programs, "rg");
  copyFileSync(await findRipgrep(), ripgrepPath);
  const place = await workplace({
    commandRunner,
    ripgrepPath,
    sandbox: { status, enter, kept },
    environment,
    jobs,
    extraRoots,
  });
  process.env.TMPDIR = before;
  if (before === undefined) delete process.env.TMPDIR;
  outer = place.outer;
  chmodSync(outer, 0o755);
  const outside = join(outer, "outside");
  environment.HOME = join(outer, "home");
  for (const folder of [outside, environment.HOME, join(outer, "bin")]) mkdirSync(folder);
  chmodSync(outside, 0o777);
  if (testBubblewrap !== undefined && existsSync(testBubblewrap))
    copyFileSync(testBubblewrap, join(outer, "bin", "bwrap"));
  const starter: ProgramStarter = {
    start: (...asked) =>
      createProgramStarter({ supervisorPath, sandbox: sandboxHere(), standstill }).start(...asked),
  };
  return { ...place, outside, jobs, programs: starter };
}

function byNobody(command: Command): Command {
  const [file = command.file, ...words] = asNobody;
  return isRoot ? { ...command, file, args: [...words, command.file, ...command.args] } : command;
}
