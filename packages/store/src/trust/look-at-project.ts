import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FoundHook, ProjectOffer } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { RuleText } from "@kestrel/protocol";
import type { IgnoredThing } from "@kestrel/protocol/api";
import { parse } from "smol-toml";
import { readBounded } from "../files/read-bounded.ts";
import { hooksIn } from "../hooks/hook-entries.ts";
import { workspaceSkills } from "../skills/skill-folders.ts";
import { fileWithin, foldersUpToRoot, instructionPaths, isThere } from "./project-files.ts";
import { workspaceHooks } from "./workspace-hooks.ts";

/** The longest of 27 known instruction files has about 90,000. Bytes. */
const longestInstructions = 256 * 1024;

type Found = Pick<ProjectOffer, "files" | "skills" | "hooks" | "deny" | "ignored" | "digest"> & {
  /** Of its hooks; undefined without hooks. */
  hookDigest: string | undefined;
};

/** What a folder contains now: instructions up to the root of its project, rules that deny, and what is not used at all. */
export async function lookAtProject(workspace: string, ownFolders: readonly string[]): Promise<Found> {
  const folder = join(workspace, ".kestrel");
  const [instructions, settings, isData, { skills, unused }] = await Promise.all([
    instructionFiles(workspace),
    projectSettings(workspace),
    !ownFolders.includes(folder) && holdsMoreThanSkills(folder),
    workspaceSkills(workspace),
  ]);
  const { files } = instructions;
  const { deny, hooks } = settings;
  const ignored: readonly IgnoredThing[] = [
    ...instructions.ignored,
    ...settings.ignored,
    ...(isData ? [{ path: ".kestrel", why: "data_folder" as const }] : []),
    ...unused,
  ];
  const told = [files.map(({ path, digest: of }) => [path, of]), deny];
  // Without skills it equals the digest of decisions made before skills existed.
  const more = skills.length > 0 ? [skills.map(({ shown, digest: of }) => [shown, of])] : [];
  const digest = digestOf(JSON.stringify([...told, ...more]));
  const hookDigest = hooks.length > 0 ? digestOf(JSON.stringify(hooks.map((one) => one.digest))) : undefined;
  return { files, skills, hooks, deny, ignored, digest, hookDigest };
}

/** Whether `.kestrel` holds anything but skills. The rest is a copy of a data folder, and is reported as not used. */
async function holdsMoreThanSkills(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch(absent);
  return entries ? entries.some((name) => name !== "skills") || entries.length === 0 : isThere(folder);
}

async function instructionFiles(workspace: string) {
  const folders = await foldersUpToRoot(workspace);
  const [root = workspace] = folders;
  const files: Found["files"][number][] = [];
  const ignored: IgnoredThing[] = [];
  /** One is often a link to the other, or a copy. */
  const seen = new Set<string>();
  const looked = instructionPaths(workspace, folders).map(async ({ path, file }) => ({
    path,
    found: await fileWithin(root, file),
  }));
  for (const { path, found } of (await Promise.all(looked)).reverse()) {
    if (!found) continue;
    if ("why" in found) {
      ignored.push({ path, why: found.why });
      continue;
    }
    const text = await readBounded(found.real, longestInstructions).catch((cause: NodeJS.ErrnoException) => {
      ignored.push({ path, why: cause.code === "too_long" ? "too_long" : "not_a_file" });
    });
    if (text === undefined || text.trim() === "") continue;
    const digest = digestOf(text);
    if (seen.has(digest)) continue;
    seen.add(digest);
    files.unshift({ path, digest, text });
  }
  return { files, ignored };
}

/** A project's `kestrel.toml` only sets which calls are denied, and its hooks. */
async function projectSettings(
  workspace: string,
): Promise<{ deny: string[]; hooks: readonly FoundHook[]; ignored: IgnoredThing[] }> {
  const path = "kestrel.toml";
  const ignored: IgnoredThing[] = [];
  const found = await fileWithin(workspace, join(workspace, path));
  if (!found) return { deny: [], hooks: [], ignored };
  const values = "why" in found ? undefined : await tableIn(found.real);
  if (!values) {
    ignored.push({ path, why: "why" in found ? found.why : "settings" });
    return { deny: [], hooks: [], ignored };
  }
  const { permission, hooks: wanted, ...others } = values;
  const { deny: said, ...more } = tableOf(permission);
  if (Object.keys({ ...others, ...more }).length > 0) ignored.push({ path, why: "settings" });
  const entries = hooksIn(wanted);
  const { hooks, refused } = await workspaceHooks(workspace, entries.hooks);
  if (refused.has("hook_invalid") || entries.problems.length > 0) ignored.push({ path, why: "hook_invalid" });
  if (refused.has("hook_not_plain")) ignored.push({ path, why: "hook_not_plain" });
  return { deny: denyRules(said, path, ignored), hooks, ignored };
}

function denyRules(said: unknown, path: string, ignored: IgnoredThing[]): string[] {
  if (said === undefined) return [];
  const wanted: unknown[] = Array.isArray(said) ? said.slice(0, mostRules) : [said];
  const rules = wanted.flatMap((rule) => {
    const parsed = RuleText.safeParse(rule);
    return parsed.success ? [parsed.data] : [];
  });
  if (rules.length < wanted.length) ignored.push({ path, why: "rule_invalid" });
  return rules;
}

async function tableIn(file: string): Promise<Record<string, unknown> | undefined> {
  const text = await readBounded(file, longestRules).catch(absent);
  try {
    return text === undefined ? undefined : parse(text);
  } catch {
    // expected: not TOML
    return undefined;
  }
}

function tableOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Bytes: it is read before it is trusted. */
const longestRules = 64 * 1024;

/** Each call is judged by all of them. */
const mostRules = 200;

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
