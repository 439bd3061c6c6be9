import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { chooseProjector } from "./choose-projector.ts";

/** The image projector in a model's folder that belongs to it, if any. */
export async function projectorBeside(modelPath: string): Promise<string | undefined> {
  const folder = dirname(modelPath);
  const files = ((await readdir(folder).catch(absent)) ?? []).filter((name) => /\.gguf$/i.test(name));
  const names = files.map((name) => name.slice(0, -".gguf".length));
  const isProjector = (name: string) => /mmproj/i.test(name);
  const model = basename(modelPath).replace(/\.gguf$/i, "");
  const models = names.filter((name) => !isProjector(name));
  const chosen = chooseProjector(partless(model), models.map(partless), names.filter(isProjector));
  return chosen === undefined ? undefined : join(folder, files[names.indexOf(chosen)] ?? `${chosen}.gguf`);
}

const partless = (name: string) => name.replace(/-\d{5}-of-\d{5}$/, "");
