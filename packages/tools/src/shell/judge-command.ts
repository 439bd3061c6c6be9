import { homedir } from "node:os";
import { basename } from "node:path";
import type { Assessment, CallBinding, ToolContext, ToolResult } from "@kestrel/core";
import type { SimpleCommand } from "@kestrel/protocol";
import { sessionOf } from "../answer/session-of.ts";
import type { FailedAttempts } from "../change/failed-attempts.ts";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { nothingProven, proveReading } from "../command-line/prove-reading.ts";
import { gitReadingEnvironment, looksAboveWithGit } from "../command-line/read-git.ts";
import { type ReadingBounds, readingBounds } from "../command-line/reading-bounds.ts";
import {
  bindingOf,
  type ConfinementPlan,
  confinedEnvironment,
  planConfinement,
  planReading,
} from "../confine/plan-confinement.ts";
import { getsMore } from "../confine/run-alone.ts";
import { boundsOf } from "../place/confined-path.ts";
import { presentRoots } from "../place/extra-roots.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { describeCommand } from "./describe-command.ts";
import { labelCommand } from "./label-command.ts";
import { namedScripts } from "./named-scripts.ts";

const gitPrograms = new Set(["git", "gh", "glab", "jj", "tig", "lazygit"]);

/** What a command would do in the current state, and where it would run. */
export type JudgedCommand = Assessment & {
  binding: CallBinding;
  plan: ConfinementPlan;
  /** Its simple commands, if it has nothing else. */
  simple: readonly SimpleCommand[];
  /** Additional environment variables. */
  environment: Readonly<Record<string, string>>;
  /** For a read-only line. */
  bounds?: ReadingBounds;
};

/** Judges a command: its risk by its words, the scripts it names, and its sandbox. */
export async function judgeCommand(
  dependencies: ToolDependencies,
  command: string,
  context: ToolContext,
  failedInside: FailedAttempts,
): Promise<JudgedCommand> {
  const { workspace, callName } = context;
  const bounds = await boundsOf(workspace, dependencies);
  const { simple = [], alike } = await describeCommand(command);
  const { whole, reading, places, below } = alike ? await proveReading(simple, bounds) : nothingProven;
  if (whole) {
    const plan = await planReading(dependencies, workspace);
    const binding = { proven: "reading", ...bindingOf(plan) };
    const { HOME = homedir() } = dependencies.environment ?? process.env;
    const environment = await gitReadingEnvironment(HOME);
    const found = { reading, places, below, plan, environment, simple, bounds: readingBounds(simple) };
    return { risk: "read", reasons: ["reads_workspace"], binding, ...found };
  }
  const { loopback, ...asNamed } = await labelCommand(command, bounds);
  const session = sessionOf(context);
  const listening = loopback && (await dependencies.sandbox?.listening?.(session));
  const answered = loopback?.some((port) => listening?.includes(port)) ?? false;
  const plan = await planConfinement(dependencies, {
    ...{ workspace, session },
    git: await namesGit(command),
    network: listening === undefined && asNamed.reasons.includes("may_reach_network"),
    failedInside: !answered && failedInside.count(context, command) > 0,
  });
  const words = listening !== undefined && plan.kind === "inside" ? withoutNetwork(asNamed) : asNamed;
  const { HOME: home = homedir() } = dependencies.environment ?? process.env;
  const kept = await keptPlaces(dependencies, plan, session);
  const opened = getsMore(plan);
  const scripts = await namedScripts(command, workspace, callName, { kept, opened, home });
  const binding = {
    ...scripts.binding,
    ...(reading.length > 0 && { reads: reading.join(" ") }),
    ...bindingOf(plan),
  };
  const label = scripts.unread ? { ...words, reasons: [...words.reasons, "scripts_unread" as const] } : words;
  const above = alike && (await someLooksAbove(workspace, simple));
  const judged = {
    ...{ ...label, binding, reading, plan, simple, environment: {} },
    ...(above && { unproven: "git_above" as const }),
  };
  switch (plan.kind) {
    case "plain":
      return judged;
    case "refused":
      return { ...judged, refused: refusedWithout(plan.why.reason) };
    case "outside":
      return { ...judged, reasons: [...label.reasons, "outside_sandbox"] };
    case "inside": {
      const environment = confinedEnvironment;
      if (plan.opened.length === 0) return { ...judged, environment, confined: true };
      const reasons = plan.opened.includes("git") ? [...label.reasons, "writes_git" as const] : label.reasons;
      return { ...judged, environment, reasons };
    }
    default:
      return plan satisfies never;
  }
}

/** The folders in which less trusted commands write, by the command's names for them. */
async function keptPlaces(
  { sandbox, extraRoots }: ToolDependencies,
  plan: ConfinementPlan,
  session: string,
): Promise<Map<string, string>> {
  const isInside = plan.kind === "inside";
  const roots = isInside ? plan.confinement.writable : await presentRoots(extraRoots);
  const places = (isInside && (await sandbox?.kept?.(session))) || [];
  // A mount in such a place keeps its own identity.
  return new Map([...roots.map((root) => [root, root] as const), ...places]);
}

/** Access to the session's own loopback does not leave the machine. */
function withoutNetwork({ reasons }: Assessment): Assessment {
  const rest = reasons.filter((reason) => reason !== "may_reach_network");
  return { risk: rest.includes("may_destroy") ? "destructive" : "execute", reasons: rest };
}

/** Whether it names a program that changes git data. One that hides the name finds `.git` sealed. */
async function namesGit(command: string): Promise<boolean> {
  const named = await withTree(command, ({ rootNode }) => everyWord(rootNode).words);
  return named?.some((word) => word.split(/\s+/).some((part) => gitPrograms.has(basename(part)))) ?? false;
}

/** Whether only a missing repository kept a git command of the line from being proven. */
async function someLooksAbove(workspace: string, commands: readonly SimpleCommand[]): Promise<boolean> {
  for (const { words } of commands)
    if (words[0] === "git" && (await looksAboveWithGit(workspace, words.slice(1)))) return true;
  return false;
}

function refusedWithout(reason: string): ToolResult {
  const content = `No command runs: the user requires a sandbox, and there is none (${reason}). Say so; do the rest without shell.`;
  return { outcome: "error", content };
}
