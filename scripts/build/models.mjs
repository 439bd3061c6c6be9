import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";
import { bundleTool } from "./bundle.mjs";

const generator = join(root, "test/models/write-models.ts");

/** The small hand-made models, into `dist/models`: for the tests, and for a machine that has no model yet. */
export async function buildModels() {
  if (!existsSync(generator)) return;
  say("writing the small models for demo and tests");
  const models = join(root, "dist/models");
  mkdirSync(models, { recursive: true });
  const generate = join(models, "write-models.mjs");
  await bundleTool(generator, generate);
  outputOf(process.execPath, [generate, models]);
  for (const spare of [generate, `${generate}.map`]) rmSync(spare, { force: true });
}
