import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mistakeScripts } from "./mistake-scripts.ts";
import { buildRandomModel } from "./random-model.ts";
import { buildScriptedModel } from "./scripted-model.ts";
import { standardScripts } from "./standard-scripts.ts";

/** `write-models OUT_DIR` writes the models of the tests. */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: write-models OUT_DIR");
  process.exit(2);
}
const models = {
  "scripted.gguf": buildScriptedModel({ ...standardScripts, ...mistakeScripts }),
  "random.gguf": buildRandomModel("llama"),
  "random-sliding-window.gguf": buildRandomModel("gemma3"),
  "random-hybrid.gguf": buildRandomModel("lfm2"),
};
await mkdir(folder, { recursive: true });
for (const [name, bytes] of Object.entries(models)) {
  const draft = join(folder, `.${name}.${process.pid}`);
  await writeFile(draft, bytes);
  await rename(draft, join(folder, name));
}
