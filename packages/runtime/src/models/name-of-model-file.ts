import { basename } from "node:path";

const ending = /(?:-\d{5}-of-\d{5})?\.gguf$/i;

/** Names that tell nothing: many downloads are called so. */
const plainName = /^(?:ggml-)?model\b/i;

/** What a model is called everywhere: its file's name without the ending and the part number. In the cache of Hugging Face a `model.gguf` has its repository's name before it. */
export function nameOfModelFile(path: string): string {
  const name = basename(path).replace(ending, "");
  const repository = plainName.test(name)
    ? /[\\/]models--[^\\/]*?--([^\\/]+)[\\/]/.exec(path)?.[1]
    : undefined;
  return repository === undefined ? name : `${repository}-${name}`;
}
