// Judges a folder by a job's check. A check that throws is a failed job: what it loads may be anything that a model wrote.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export function layFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** What is amiss with the folder and the answer, or undefined. */
export async function gradeJob(job, folder, answer = "") {
  const aside = mkdtempSync(join(tmpdir(), "kestrel-grade-"));
  try {
    // Node remembers what it loaded from a path: each grading has a path of its own.
    cpSync(folder, aside, { recursive: true });
    const load = (path) => import(pathToFileURL(join(aside, path)).href);
    const left = Object.fromEntries(
      readdirSync(aside).flatMap((name) =>
        existsSync(join(aside, name)) ? [[name, textOf(join(aside, name))]] : [],
      ),
    );
    return (
      (await job.check({ left, files: job.files, solution: job.solution ?? {}, answer, load })) || undefined
    );
  } catch (error) {
    return `the check failed: ${error instanceof Error ? error.message : error}`;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A folder.
    return "";
  }
}
