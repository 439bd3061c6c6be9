import { basename } from "node:path";

const ending = /(?:-\d{5}-of-\d{5})?\.gguf$/i;

/** Generic names, common among downloads. */
const plainName = /^(?:ggml-)?model\b/i;

/** Its file name without extension and part number; a `model.gguf` in Hugging Face's cache is prefixed by its repository. */
export function nameOfModelFile(path: string): string {
  const name = basename(path).replace(ending, "");
  const repository = plainName.test(name)
    ? /[\\/]models--[^\\/]*?--([^\\/]+)[\\/]/.exec(path)?.[1]
    : undefined;
  return repository === undefined ? name : `${repository}-${name}`;
}
