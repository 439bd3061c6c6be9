import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { absent } from "@kestrel/diagnostics";

/** Resolves a path, following links in as much of it as exists. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path);
  const parent = dirname(whole);
  const real = await realpath(whole).catch(absent);
  if (real !== undefined) return real;
  return parent === whole ? whole : join(await realPath(parent), basename(whole));
}
