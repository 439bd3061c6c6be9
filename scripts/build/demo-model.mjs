import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";
import { bundle } from "./program.mjs";

const generator = join(root, "test/models/write-scripted-model.ts");

/** The scripted test model, into `dist/models`: what a machine without any model starts with. */
export async function buildDemoModel() {
  if (!existsSync(generator)) return;
  say("writing the scripted test model");
  const models = join(root, "dist/models");
  mkdirSync(models, { recursive: true });
  const generate = join(models, "write-scripted-model.cjs");
  await bundle(generator, generate);
  outputOf(process.execPath, [generate, join(models, "scripted.gguf")]);
  for (const spare of [generate, `${generate}.map`]) rmSync(spare, { force: true });
}
