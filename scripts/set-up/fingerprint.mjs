import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root, setUpFolder } from "./places.mjs";

const passedOver = new Set(["node_modules", "dist", "test", ".git", ".cache"]);

/** A hash over the names and contents of files and folders of the clone; missing ones count as empty. */
export function fingerprint(paths, facts = []) {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const path of paths) {
    for (const file of filesIn(join(root, path))) {
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => !passedOver.has(entry.name) && !entry.name.endsWith(".tsbuildinfo"))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

/** Whether the step `name` last completed with this fingerprint. */
export function isCurrent(name, print) {
  try {
    return readFileSync(join(setUpFolder, name), "utf8") === print;
  } catch {
    return false;
  }
}

export function markCurrent(name, print) {
  mkdirSync(setUpFolder, { recursive: true });
  writeFileSync(join(setUpFolder, name), print);
}
