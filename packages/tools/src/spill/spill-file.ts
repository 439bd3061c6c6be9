import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { reportUnexpected } from "@kestrel/diagnostics";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";

/** A file with the whole of an output that is too long to show. Nothing here rejects: a full disk is an answer. */
export type SpillFile = {
  /** The model's name for it: `relay:` and an unguessable name, so that one session cannot read another's. */
  name: string;
  /** Its path on disk, for people. */
  path: string;
  /** Resolves when the disk has accepted it, so that a fast writer waits for the disk. */
  write(text: string): Promise<void>;
  /** Resolves when everything so far is written or has failed. */
  settled(): Promise<void>;
  /** Whether everything was written. */
  whole(): boolean;
  close(): Promise<void>;
};

const prefix = "relay:";
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Opens a spill file. After a disk error, earlier text stays and later text is dropped. */
export function openSpill(folder: string, callName: string): SpillFile {
  const name = `${callName.replace(/[^\w-]/g, "_").slice(-16)}-${randomBytes(4).toString("hex")}`;
  const path = join(folder, `${name}.txt`);
  const opened = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => open(path, flags, 0o600));
  let whole = true;
  let last: Promise<void> = Promise.resolve();
  const next = (work: (file: FileHandle) => Promise<unknown>) => {
    const done = last
      .then(() => opened)
      .then(work)
      .then(
        () => {},
        (error: unknown) => {
          whole = false;
          reportUnexpected("spilling an output", error);
        },
      );
    last = done;
    return done;
  };
  return {
    name: prefix + name,
    path,
    write: (text) => next(async (file) => whole && (await file.writeFile(text))),
    settled: () => last,
    whole: () => whole,
    close: () => next((file) => file.close()),
  };
}

/** The path of a spill file that the model asks to read; undefined when the name is not one. */
export function spillPlace(
  folder: string,
  asked: string,
): { bounds: Bounds; place: ConfinedPath } | undefined {
  const name = /^relay:([\w-]+)$/.exec(asked)?.[1];
  if (name === undefined) return undefined;
  const root = resolve(folder);
  return { bounds: { root, closed: [] }, place: { path: asked, real: join(root, `${name}.txt`), asked } };
}
