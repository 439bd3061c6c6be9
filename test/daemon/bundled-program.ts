import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");
const bundler = pathToFileURL(join(root, "scripts/build/bundle.mjs")).href;
const made = new Map<string, Promise<string>>();

/**
 * The path of a program as the build makes it from `source`, a path below the root; made once per process, beside the packages it
 * loads, and removed with it.
 */
export function bundledProgram(source: string): Promise<string> {
  const known = made.get(source) ?? bundle(source);
  made.set(source, known);
  return known;
}

async function bundle(source: string): Promise<string> {
  const { bundleProgram } = (await import(bundler)) as {
    bundleProgram(input: string, output: string): Promise<void>;
  };
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bundled-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, "program.cjs");
  await bundleProgram(join(root, source), output);
  return output;
}
