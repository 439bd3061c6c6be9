import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** Where a path leads: links followed in as much of it as is there. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path);
  const parent = dirname(whole);
  return realpath(whole).catch(async () =>
    parent === whole ? whole : join(await realPath(parent), basename(whole)),
  );
}
