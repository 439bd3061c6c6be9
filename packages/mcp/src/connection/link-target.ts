import { homedir } from "node:os";
import type { Confinement } from "@kestrel/core";
import type { McpServerEntry } from "@kestrel/protocol/api";
import type { LinkTarget, Trouble } from "./link.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What every program is given of the daemon's environment; the rest only where the entry names it. */
const inherited = ["HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "PATH", "SHELL", "TERM", "TMPDIR", "TZ"];

/** How a server is reached, as its entry says. A program starts in the user's home folder, never in a workspace. Throws a Trouble. */
export function linkTarget(entry: McpServerEntry, from: Environment): LinkTarget {
  if (entry.url !== undefined) {
    const headers = { ...entry.headers };
    if (entry.bearer_env !== undefined) headers.authorization = `Bearer ${variable(entry.bearer_env, from)}`;
    return { kind: "http", url: entry.url, headers };
  }
  const { command: file = "", args = [], folder = homedir(), env = {}, env_from: named = [] } = entry;
  const environment: Record<string, string> = {};
  for (const name of inherited) if (from[name] !== undefined) environment[name] = from[name];
  for (const name of named) environment[name] = variable(name, from);
  return { kind: "program", program: { file, args, folder, environment: { ...environment, ...env } } };
}

/** What a program may do in the sandbox; `folder` is the one it may write in. Undefined where there is no sandbox. */
export type Confine = (wish: {
  folder: string | undefined;
  network: boolean;
}) => Promise<Confinement | undefined>;

/** The same target, in the sandbox where its entry says so: without one it is not reached at all. Throws a Trouble. */
export async function confined(
  target: LinkTarget,
  { sandbox = false, network = false, folder }: McpServerEntry,
  confine: Confine | undefined,
): Promise<LinkTarget> {
  if (target.kind !== "program" || !sandbox) return target;
  const confinement = await confine?.({ folder, network });
  if (!confinement) {
    const trouble: Trouble = { why: "no_sandbox", detail: "" };
    throw trouble;
  }
  return { ...target, program: { ...target.program, confinement } };
}

function variable(name: string, from: Environment): string {
  const value = from[name];
  if (value) return value;
  const trouble: Trouble = { why: "variable_missing", detail: name };
  throw trouble;
}

export function isTrouble(error: unknown): error is Trouble {
  return typeof error === "object" && error !== null && "why" in error && "detail" in error;
}
