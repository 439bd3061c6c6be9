import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

const bundler = pathToFileURL(join(import.meta.dirname, "../../../scripts/build/bundle.mjs")).href;
const lines = `import { bundleProgram } from "${bundler}"; await bundleProgram(...process.argv.slice(1));`;

/** What was started by pnpm finds its packages from everywhere. */
const alone = { ...process.env, NODE_PATH: "" };

/** Bundles this text as a program. `problem` is what the bundler said when it failed; `text` the program's; `printed` starts it. */
export async function bundled(source: string) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [entry, program] = [join(folder, "entry.ts"), join(folder, "program.cjs")];
  await writeFile(entry, source);
  const words = ["--input-type=module", "-e", lines, entry, program];
  const { stderr } = spawnSync(process.execPath, words, { encoding: "utf8", env: alone });
  return {
    problem: stderr,
    text: () => readFile(program, "latin1"),
    printed: () =>
      spawnSync(process.execPath, [program], { encoding: "utf8", env: alone, maxBuffer: 2 ** 26 }).stdout,
  };
}

/** What this text prints as a bundled program; throws with the bundler's words when it cannot be bundled. */
export async function printedByBundle(source: string): Promise<string> {
  const { problem, printed } = await bundled(source);
  if (problem !== "") throw new Error(problem);
  return printed();
}
