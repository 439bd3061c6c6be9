import { constants } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";

/** The error for an unavailable loadout. */
export function refusal(file: string, reason: string, suggestion?: string): KestrelError {
  const more = suggestion === undefined ? {} : { suggestion };
  return new KestrelError("loadout_unavailable", `${file}: ${reason}`, { file, reason, ...more });
}

/** The text of a file, valid or not. Rejects with `loadout_unavailable` {file, reason}. */
export function loadoutText(file: string): Promise<string> {
  return readBounded(file, longestSettingsFile).catch(refuse(file));
}

/** Moves a file to the trash, replacing an older one of the same name. */
export async function putAside(file: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(file, join(aside, basename(file))).catch(refuse(file));
}

/** Moves it back; overwrites nothing. Resolves to its path. */
export async function bringBack(file: string, folder: string): Promise<string> {
  const target = join(folder, basename(file));
  await copyFile(file, target, constants.COPYFILE_EXCL).catch(refuse(target));
  await rm(file);
  return target;
}

const refuse = (file: string) => (cause: NodeJS.ErrnoException) => {
  throw refusal(file, cause.code ?? "unknown");
};
