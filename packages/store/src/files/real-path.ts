import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { absent } from "@kestrel/diagnostics";

/** Where a path leads: links followed in as much of it as is there. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path);
  const parent = dirname(whole);
  const real = await realpath(whole).catch(absent);
  if (real !== undefined) return real;
  return parent === whole ? whole : join(await realPath(parent), basename(whole));
}
