import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { HookEntry } from "@kestrel/protocol/api";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { type ConfinementPlan, planConfinement } from "../confine/plan-confinement.ts";
import { namedScripts } from "../shell/named-scripts.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";

/** What is needed to run a hook inside the sandbox. */
export type HookConfinement = Pick<
  ToolDependencies,
  | "commandRunner"
  | "sandbox"
  | "guardedPlaces"
  | "extraRoots"
  | "skillFolders"
  | "closedFolders"
  | "environment"
>;

type Runs = Extract<ConfinementPlan, { kind: "plain" | "inside" }>;

/**
 * Where a hook runs: inside the sandbox, because its line runs what lies in the folder, and the model writes there. A hook of the user's
 * may run outside if it names no file of the folder. Without a sandbox a hook that runs a file of the folder does not run, except one
 * that the folder brings: the user trusted its bytes.
 */
export async function placeOfHook(
  { command, outside = false }: Pick<HookEntry, "command" | "outside">,
  from: "user" | "workspace",
  workspace: string,
  confinement: HookConfinement | undefined,
): Promise<Runs | { kind: "nowhere"; why: string }> {
  if (!confinement) return { kind: "plain" };
  const { HOME = homedir() } = confinement.environment ?? process.env;
  const roots = [workspace, ...(confinement.extraRoots ?? [])];
  if (outside) {
    const named = await namedInFolder(command, roots, HOME, "any");
    if (named === undefined) return { kind: "plain" };
    return { kind: "nowhere", why: `it names ${named} in this folder, and \`outside\` is set` };
  }
  const plan = await planConfinement(confinement, {
    workspace,
    ...{ network: false, git: false, failedInside: false },
  });
  switch (plan.kind) {
    case "inside":
      if (plan.opened.length === 0) return plan;
      return { kind: "nowhere", why: "the .git of this folder is a link, so the sandbox cannot protect it" };
    case "refused":
      return { kind: "nowhere", why: `a sandbox is required, and there is none (${plan.why.reason})` };
    case "plain":
    case "outside": {
      const named = from === "user" && (await namedInFolder(command, roots, HOME, "scripts"));
      if (!named) return { kind: "plain" };
      return { kind: "nowhere", why: `it runs ${named} of this folder, and there is no sandbox` };
    }
    default:
      return plan satisfies never;
  }
}

/** A file of the folder that a line runs (`any`: or writes into), as far as its words tell; undefined where they name none. */
async function namedInFolder(
  line: string,
  roots: readonly string[],
  home: string,
  what: "scripts" | "any",
): Promise<string | undefined> {
  const [workspace = "/"] = roots;
  const isWithin = (path: string) => roots.some((folder) => isInside({ path, folder }));
  const written = line
    .replaceAll(/\$\{?PWD\}?|\$\(pwd\)|`pwd`/g, workspace)
    .replaceAll(/\$\{?HOME\}?|(?<=^|[\s"'=:;|&(<>])~(?=\/)/g, home);
  const { redirects = [] } = (await withTree(written, ({ rootNode }) => everyWord(rootNode))) ?? {};
  const into = redirects.find(({ target }) => target === undefined || isWithin(resolve(workspace, target)));
  if (what === "any" && into) return into.target ?? "a file that cannot be known";
  for (const key of Object.keys(await namedScripts(written, workspace, "hook", { counts: "files" }))) {
    if (key === "unread") return "files that cannot be known";
    const path = key.slice("script ".length);
    const places = [path, (await realpath(path).catch(absent)) ?? path];
    if (places.some(isWithin)) return relative(workspace, path);
  }
  return undefined;
}
