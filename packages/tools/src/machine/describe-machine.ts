import { opendir, readFile } from "node:fs/promises";
import { arch, type } from "node:os";
import { basename } from "node:path";
import { visibleName } from "@kestrel/text";
import { clipEnd } from "../answer/clip.ts";
import { findShell } from "../shell/find-shell.ts";

/** Room for the folder's names, in the measure of `cost`. Keeps the whole under 120 Qwen3 tokens. */
const roomForNames = 180;
const mostEntries = 2000;

/** What a model should know of the machine, for the first message of a session: system, shell, date, folder and what is in it, and the user's extra roots. */
export async function describeMachine(
  workspace: string,
  extraRoots: readonly string[] = [],
  shell = findShell(),
): Promise<string> {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    `${part}`.padStart(2, "0"),
  );
  const name = clipEnd(visibleName(basename(workspace)), 60) || "/";
  return [
    `System: ${clipEnd(await systemName(), 60)} (${arch()}), shell ${basename(shell)}. Date: ${date.join("-")}.`,
    `Folder ${name}: ${await listing(workspace)}`,
    ...(extraRoots.length > 0
      ? [`Also open, by absolute path: ${extraRoots.map((root) => visibleName(root)).join(", ")}`]
      : []),
  ].join("\n");
}

async function systemName(): Promise<string> {
  if (type() !== "Linux") return type() === "Darwin" ? "macOS" : type();
  const facts = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(facts)?.[1] ?? "Linux";
}

async function listing(folder: string): Promise<string> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    names.push(visibleName(entry.name) + (entry.isDirectory() ? "/" : ""));
    if (names.length === mostEntries) break;
  }
  if (names.length === 0) return "empty.";
  const shown: string[] = [];
  let left = roomForNames;
  for (const name of names.sort()) {
    left -= cost(name) + 1;
    if (left < 0) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  const least = names.length === mostEntries ? " or more" : " more";
  return [...shown, ...(more > 0 ? [`… ${more}${least}`] : [])].join(" ");
}

/** Letters share tokens; digits, other scripts and pictures take one or several each. */
function cost(name: string): number {
  return [...name].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) return sum + 9;
    return sum + (code > 127 ? 3 : /\d/.test(character) ? 2 : 1);
  }, 0);
}
