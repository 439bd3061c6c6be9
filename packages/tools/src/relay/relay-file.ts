import { randomBytes } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";

/** A file that takes the whole of an output that is too long to show. */
export type RelayFile = {
  /** What the model calls it: `relay:` and a name that cannot be guessed, so that one session does not read another's. */
  name: string;
  /** Where it lies, for people. */
  path: string;
  write(text: string): void;
  close(): void;
};

const PREFIX = "relay:";
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Makes a relay file. It is written at once and synchronously: a command may be faster than the disk, and must then wait. */
export function openRelay(folder: string, callName: string): RelayFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${callName.replace(/[^\w-]/g, "_").slice(-16)}-${randomBytes(4).toString("hex")}`;
  const path = join(folder, `${name}.txt`);
  const file = openSync(path, FLAGS, 0o600);
  return {
    name: PREFIX + name,
    path,
    write: (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    close: () => closeSync(file),
  };
}

/** The place of a relay file the model asks to read; undefined when the path is not a relay's name. */
export function relayPlace(
  folder: string,
  asked: string,
): { bounds: Bounds; place: ConfinedPath } | undefined {
  const name = /^relay:([\w-]+)$/.exec(asked)?.[1];
  if (name === undefined) return undefined;
  const root = resolve(folder);
  return { bounds: { root, closed: [] }, place: { path: asked, real: join(root, `${name}.txt`), asked } };
}
