import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleTool } from "../build/bundle.mjs";
import { cacheFolder, megabytes, root, say, setUpFolder } from "./places.mjs";

/**
 * The llama-server for the tests: the user's own, or one fetched into the cache. `undefined` when this machine
 * has none and Kestrel cannot fetch one for it.
 */
export async function engineForTests() {
  const file = join(setUpFolder, `engine-on-hand-${process.pid}.mjs`);
  await bundleTool(join(root, "packages/runtime/src/index.ts"), file);
  const { canFetchEngine, fetchEngine, findEngine } = await import(pathToFileURL(file).href);
  for (const spare of [file, `${file}.map`]) rmSync(spare);
  const found = await findEngine({ dataDir: cacheFolder });
  if (found) return found.path;
  const ability = await canFetchEngine();
  if (!ability.able) {
    say(`the tests need a llama-server; get one with: ${ability.command}`);
    return undefined;
  }
  say(`the tests need a llama-server: unpacking Debian's (about ${megabytes(ability.approximateBytes)})`);
  const onProgress = (progress) => {
    if (progress.step === "packages") say(`downloading its packages, ${megabytes(progress.bytes)}`);
  };
  return (await fetchEngine({ dataDir: cacheFolder, onProgress })).path;
}
