/** A model's name for people: an alias as it is, a path as the file's name without its ending and part number. */
export function modelLabel(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name;
  return file.endsWith(".gguf") ? file.replace(/\.gguf$/, "").replace(/-\d{5}-of-\d{5}$/, "") : name;
}
