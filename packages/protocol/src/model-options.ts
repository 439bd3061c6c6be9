import { z } from "zod";

/** How one model is loaded: its window, GPU layers, cache type, flash attention, and a draft model's file. */
export const ModelOptions = z
  .strictObject({
    window: z.coerce.number().int().min(256).max(16_777_216),
    gpu_layers: z.coerce.number().int().min(0).max(9_999),
    kv: z.enum(["f16", "q8_0", "q4_0"]),
    flash: z.enum(["on", "off"]),
    draft: z.string().regex(/^(?:\/|[A-Za-z]:[\\/]).*\.gguf$/i),
  })
  .partial();
export type ModelOptions = z.infer<typeof ModelOptions>;

const behind = / +(?=(?:window|gpu_layers|kv|flash|draft)=)/;

/** Parses `NAME window=16384 kv=q8_0`; undefined when invalid. NAME is the name of the model's file, in lower case. */
export function readModelOptions(text: string): { name: string; options: ModelOptions } | undefined {
  const [name = "", ...pairs] = text.trim().split(behind);
  const given = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  const read = ModelOptions.safeParse(Object.fromEntries(given));
  const isPlain =
    name !== "" && !name.includes("=") && new Set(given.map(([key]) => key)).size === given.length;
  return isPlain && read.success ? { name, options: read.data } : undefined;
}

/** The options of one model. */
export function optionsOfModel(kept: readonly string[] = [], name: string): ModelOptions {
  const read = kept.map(readModelOptions);
  return read.find((one) => one?.name === name.toLowerCase())?.options ?? {};
}

/** The list with one model's options replaced; without any it is removed. */
export function withModelOptions(kept: readonly string[], name: string, options: ModelOptions): string[] {
  const others = kept.filter((text) => readModelOptions(text)?.name !== name.toLowerCase());
  const pairs = Object.entries(options).filter(([, value]) => value !== undefined);
  const line = [name.toLowerCase(), ...pairs.map(([key, value]) => `${key}=${value}`)].join(" ");
  return pairs.length === 0 ? others : [...others, line];
}
