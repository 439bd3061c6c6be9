import { homedir } from "node:os";
import { type Confinement, isInside } from "@kestrel/core";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { presentRoots } from "../place/extra-roots.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { homeSecrets } from "./home-secrets.ts";
import { type LinkedGit, linkedGit, writtenByLinkedGit } from "./linked-git.ts";
import { sealedPlaces } from "./sealed-places.ts";

/** How a command is run. `opened`: what the sandbox allows for it, which needs approval. */
export type ConfinementPlan =
  | { kind: "plain" }
  | { kind: "outside" }
  | {
      kind: "inside";
      opened: readonly ("network" | "git")[];
      confinement: Confinement;
      mayLeave: boolean;
      /** Git folders of linked worktrees, outside the workspace, that git may write in. */
      repositories?: readonly string[];
    }
  /** A sandbox is required and unavailable. */
  | { kind: "refused"; why: Extract<SandboxStatus, { state: "unavailable" }> };

/** Decides where a command runs. `network`, `git`: its declared needs; `failedInside`: it failed before because of the sandbox. */
export async function planConfinement(
  dependencies: ConfiningDependencies,
  { workspace, network, git, failedInside, session }: Wanted,
): Promise<ConfinementPlan> {
  const status = (await dependencies.sandbox?.status()) ?? { state: "off" };
  if (status.state === "unavailable" && status.required) return { kind: "refused", why: status };
  if (status.state !== "active") return { kind: "plain" };
  if (failedInside && !status.required) return { kind: "outside" };
  const absent = status.by === "seatbelt" ? "seal" : "leave";
  const writable = [workspace, ...(await presentRoots(dependencies.extraRoots))];
  const seals = await Promise.all(
    writable.map((root) => sealedPlaces(root, git ? "open" : "sealed", absent)),
  );
  const isHeld = seals.every((seal) => seal !== undefined);
  const linked = await linkedGits(writable);
  const written = git ? await Promise.all(linked.map(([root, one]) => writtenByLinkedGit(root, one))) : [];
  const confinement: Confinement = {
    network,
    writable: [...writable, ...written.flatMap((one) => one.writable)],
    sealed: [...seals.flatMap((seal) => seal ?? []), ...written.flatMap((one) => one.sealed)],
    readable: [...(dependencies.skillFolders ?? []), ...linked.map(([, { common }]) => common)],
    hidden: await hiddenPlaces(dependencies),
    ...(session !== undefined && { session }),
    ...(session !== undefined && dependencies.sandbox?.listening && { loopback: "joined" as const }),
  };
  const opened = [...(network ? (["network"] as const) : []), ...(git || !isHeld ? (["git"] as const) : [])];
  const repositories = written.flatMap((one) => one.writable);
  return { kind: "inside", opened, confinement, mayLeave: !status.required, repositories };
}

/**
 * Where a proven read-only command runs: in the sandbox without write access, if there is one. It was judged by names, and a job can
 * replace a file under a name. `seen`: a secret that the user allowed it to read.
 */
export async function planReading(
  dependencies: ConfiningDependencies,
  workspace: string,
  { programs = [], seen }: { programs?: readonly string[]; seen?: string } = {},
): Promise<Extract<ConfinementPlan, { kind: "plain" | "inside" }>> {
  if ((await dependencies.sandbox?.status())?.state !== "active") return { kind: "plain" };
  const isSeen = (path: string) =>
    seen !== undefined && (isInside({ path, folder: seen }) || isInside({ path: seen, folder: path }));
  const closed = dependencies.closedFolders ?? [];
  const hidden = await hiddenPlaces(dependencies);
  const roots = [workspace, ...(await presentRoots(dependencies.extraRoots))];
  const linked = await linkedGits(roots);
  const confinement: Confinement = {
    network: false,
    writable: roots,
    readOnly: true,
    sealed: [],
    readable: [...(dependencies.skillFolders ?? []), ...programs, ...linked.map(([, { common }]) => common)],
    hidden: hidden.filter((path) => closed.includes(path) || !isSeen(path)),
  };
  return { kind: "inside", opened: [], confinement, mayLeave: false };
}

type ConfiningDependencies = Pick<
  ToolDependencies,
  "sandbox" | "extraRoots" | "skillFolders" | "environment" | "closedFolders"
>;

/** The linked worktrees' git folders outside of them. */
async function linkedGits(roots: readonly string[]): Promise<(readonly [root: string, git: LinkedGit])[]> {
  const found = await Promise.all(roots.map(async (root) => [root, await linkedGit(root)] as const));
  return found.flatMap(([root, git]) => (git ? [[root, git] as const] : []));
}

async function hiddenPlaces({
  environment = process.env,
  closedFolders = [],
}: Pick<ToolDependencies, "environment" | "closedFolders">): Promise<string[]> {
  return [...closedFolders, ...(await homeSecrets(environment.HOME ?? homedir()))];
}

/** The home folder is read-only there: caches go to temporary folders. Without network npm would retry for a minute. */
export const confinedEnvironment: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: "/tmp/.cache",
  GOCACHE: "/tmp/.cache/go-build",
  npm_config_cache: "/tmp/.cache/npm",
  npm_config_fetch_retries: "0",
};

type Wanted = {
  workspace: string;
  network: boolean;
  git: boolean;
  failedInside: boolean;
  /** The session whose `/tmp` and loopback it shares. */
  session?: string;
};

/** The part of an approval's binding that depends on where the command runs. */
export function bindingOf(plan: ConfinementPlan): Readonly<Record<string, string>> {
  switch (plan.kind) {
    case "plain":
    case "refused":
      return {};
    case "outside":
      return { sandbox: "outside" };
    case "inside":
      return { sandbox: ["inside", ...plan.opened].join(" ") };
    default:
      return plan satisfies never;
  }
}
