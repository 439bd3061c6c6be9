import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";
import { bundleTool } from "./bundle.mjs";

const generator = join(root, "test/models/write-models.ts");
const nano = join(root, "nano/kestrel-nano.gguf");

/** Builds the bundled models into `dist/models`: kestrel-nano for a machine without another one, and the handwritten ones for the tests. */
export async function buildModels() {
  placeNano();
  if (!existsSync(generator)) return;
  say("writing the small models for demo and tests");
  const models = join(root, "dist/models");
  mkdirSync(models, { recursive: true });
  const generate = join(models, "write-models.mjs");
  await bundleTool(generator, generate);
  outputOf(process.execPath, [generate, models]);
  for (const spare of [generate, `${generate}.map`]) rmSync(spare, { force: true });
}

/** The trained model is committed as a file; a daemon that runs with the former copy keeps its bytes. */
function placeNano() {
  if (!existsSync(nano)) return;
  const models = join(root, "dist/models");
  mkdirSync(models, { recursive: true });
  const draft = join(models, `.kestrel-nano.${process.pid}`);
  copyFileSync(nano, draft);
  renameSync(draft, join(models, "kestrel-nano.gguf"));
}
