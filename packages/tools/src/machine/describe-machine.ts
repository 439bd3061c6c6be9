import { opendir, readFile } from "node:fs/promises";
import { arch, type } from "node:os";
import { basename } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { clipEnd } from "../answer/clip.ts";
import { findShell } from "../shell/find-shell.ts";
import { nameCost, projectTree } from "./project-tree.ts";

/** Limit for the folder's names, in `nameCost` units. Keeps the whole text under 120 Qwen3 tokens. */
const roomForNames = 180;
const mostEntries = 2000;

/**
 * Facts about the machine for the first message of a session: system, shell, date, folder and its content, and the user's extra roots.
 * `line`: the folder's names in one line, for most models; `tree`: one path a line, two levels deep, without tool folders, for models
 * that take `.git/ a.py` for a path.
 */
export async function describeMachine(
  workspace: string,
  extraRoots: readonly string[] = [],
  shell = findShell(),
  listing: "line" | "tree" = "line",
): Promise<string> {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    `${part}`.padStart(2, "0"),
  );
  const name = clipEnd(visibleName(basename(workspace)), 60) || "/";
  return [
    `System: ${clipEnd(await systemName(), 60)} (${arch()}), shell ${basename(shell)}. Date: ${date.join("-")}.`,
    listing === "tree" ? await treeOf(workspace) : `Folder ${name}: ${await lineOf(workspace)}`,
    ...(extraRoots.length > 0
      ? [`Also open, by absolute path: ${extraRoots.map((root) => visibleName(root)).join(", ")}`]
      : []),
  ].join("\n");
}

async function systemName(): Promise<string> {
  if (type() !== "Linux") return type() === "Darwin" ? "macOS" : type();
  const facts = (await readFile("/etc/os-release", "utf8").catch(absent)) ?? "";
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(facts)?.[1] ?? "Linux";
}

/** Without the folder's name: a small model would prefix the paths with it. */
async function treeOf(folder: string): Promise<string> {
  const paths = await projectTree(folder);
  return paths.length === 0 ? "This folder is empty." : ["Files in this folder:", ...paths].join("\n");
}

async function lineOf(folder: string): Promise<string> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    names.push(visibleName(entry.name) + (entry.isDirectory() ? "/" : ""));
    if (names.length === mostEntries) break;
  }
  if (names.length === 0) return "empty.";
  const shown: string[] = [];
  let left = roomForNames;
  for (const name of names.sort()) {
    left -= nameCost(name) + 1;
    if (left < 0) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  const least = names.length === mostEntries ? " or more" : " more";
  return [...shown, ...(more > 0 ? [`… ${more}${least}`] : [])].join(" ");
}
