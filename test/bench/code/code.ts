import { execFileSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "../built-program.ts";
import type { Row } from "../row.ts";
import { editRows } from "./edits.ts";
import { nameRows } from "./names.ts";
import { questionRows } from "./questions.ts";
import { readRows } from "./reads.ts";

/**
 * The tokens that sight of code adds and saves, over Kestrel's own sources. No model is asked: readers are scripted, and what a model does
 * with what it is told stays unmeasured.
 */
export function measureCode(): Promise<Row[]> {
  return withFolder(async (folder) => {
    // A copy without this bench: the questions are in it, word by word.
    const own = process.cwd();
    const listed = execFileSync("git", ["ls-files"], { cwd: own, encoding: "utf8", maxBuffer: 64e6 });
    const files = listed.split("\n").filter((path) => path !== "" && !path.startsWith("test/bench/code/"));
    for (const path of files) await cp(join(own, path), join(folder, path), { recursive: true });
    const sources = files.filter((path) => /^(?:packages\/[\w-]+|console)\/src\/.*\.tsx?$/.test(path));
    return [
      ...(await readRows(folder, sources)),
      ...(await nameRows(folder, sources)),
      ...(await questionRows(folder)),
      ...(await editRows(own, sources)),
    ];
  });
}
