import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle } from "../build/program.mjs";
import { cacheFolder, megabytes, root, say, setUpFolder } from "./places.mjs";

/**
 * The llama-server for the tests: the user's own, or one fetched into the cache. `undefined` when this machine
 * has none and Kestrel cannot fetch one for it.
 */
export async function engineForTests() {
  const file = join(setUpFolder, "engine-on-hand.cjs");
  await bundle(join(root, "packages/runtime/src/index.ts"), file);
  const { canFetchEngine, fetchEngine, findEngine } = createRequire(import.meta.url)(file);
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
