import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Slot } from "@kestrel/core";
import { Schedule } from "@kestrel/protocol/loop";
import { readTomlFile } from "../config/toml-file.ts";

/** Most schedules; the rest is ignored. */
const mostSchedules = 32;

/**
 * `[[schedules]]` of the user's file as it is now; passes invalid entries to `wrong` and leaves them out. Rejects with `config_invalid`.
 */
export async function readSchedules(file: string, wrong: (name: string) => void): Promise<Schedule[]> {
  const written = (await readTomlFile(file, "config_invalid"))?.values.schedules;
  const found: Schedule[] = [];
  for (const one of Array.isArray(written) ? written.slice(0, mostSchedules) : []) {
    const read = Schedule.safeParse(one);
    const isNew = read.success && !found.some(({ name }) => name === read.data.name);
    if (isNew) found.push(read.data);
    else wrong(`${(one as { name?: unknown } | null)?.name ?? "?"}`);
  }
  return found;
}

/**
 * The claimed slots of schedules: one empty file each, created exclusively, so that only one of two daemons has it. Slots after `latest`
 * were claimed while the clock was ahead: they do not count, and the next claim removes them.
 */
export function scheduleSlots(folder: string) {
  return async (
    { name, at }: Schedule,
    { slot, latest }: Pick<Slot, "slot" | "latest">,
    first: boolean,
  ): Promise<boolean> => {
    const place = join(folder, `${name}.${at === undefined ? "every" : "at"}`);
    const isNew = (await mkdir(place, { recursive: true, mode: 0o700 })) !== undefined;
    if (first && !isNew) return false;
    const known = await readdir(place);
    if (known.some((one) => one >= slot && one <= latest)) return false;
    const claimed = await writeFile(join(place, slot), "", { flag: "wx", mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
    if (claimed) for (const old of known) await rm(join(place, old), { force: true });
    return claimed && !first;
  };
}
