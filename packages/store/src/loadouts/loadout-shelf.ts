import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { builtEnding, isBuilt } from "../config/built-ending.ts";
import { closestKey } from "../config/closest-key.ts";
import { realPath } from "../files/real-path.ts";
import { bringBack, loadoutText, putAside, refusal } from "./put-aside.ts";

/** An installed loadout. `name`: its file's name without the extension. */
type ShelvedLoadout = { name: string; file: string; from: "user" | "kestrel"; built: boolean };

/** The user's loadouts and the built-in ones. */
export type LoadoutShelf = {
  /** The folder of the user's loadouts. */
  folder: string;
  /** By name; the user's before a built-in one of the same name, written before built. */
  list(): Promise<readonly ShelvedLoadout[]>;
  /** The file of a loadout. Rejects with `loadout_unavailable` {file, reason, suggestion}. */
  named(name: string): Promise<string>;
  /** Whether a path is, or would be, in the folder of the user's or the built-in loadouts, links resolved. */
  holds(file: string): Promise<boolean>;
  /** The same, or the file at a path that the user typed. */
  find(nameOrPath: string): Promise<string>;
  /** The text of a loadout, valid or not. Rejects with `loadout_unavailable` {file, reason}. */
  text(name: string): Promise<{ file: string; text: string }>;
  /**
   * Moves one of the user's loadouts to the trash, which keeps the newest of each name. Resolves to its former path. Rejects with
   * `loadout_unavailable` {file, reason}.
   */
  remove(name: string): Promise<string>;
  /** Restores a loadout from the trash, never over an existing one. Rejects with `loadout_unavailable` {file, reason}. */
  restore(name: string): Promise<string>;
};

const writtenEnding = ".toml";

/** Most files that are listed. */
const mostListed = 500;

export function loadoutShelf(config: string, starters: string | undefined): LoadoutShelf {
  const folder = join(config, "loadouts");
  const aside = join(folder, "removed");
  const list = async () => {
    const [own, ours] = await Promise.all([
      shelved(folder, "user"),
      starters === undefined ? [] : shelved(starters, "kestrel"),
    ]);
    return [...own, ...ours.filter(({ name }) => !own.some((one) => one.name === name))];
  };
  const called = async (wanted: string) => among(await list(), wanted);
  const named = async (wanted: string) => (await called(wanted)).file;
  return {
    folder,
    list,
    named,
    holds: async (file) => {
      const lies = await realPath(dirname(resolve(file)));
      const folders = starters === undefined ? [folder] : [folder, starters];
      return (await Promise.all(folders.map(realPath))).includes(lies);
    },
    find: async (nameOrPath) => {
      const file = resolve(nameOrPath);
      if (await isFile(file)) return file;
      return named(nameOrPath);
    },
    text: async (name) => {
      const file = await named(name);
      return { file, text: await loadoutText(file) };
    },
    remove: async (name) => {
      const { file, from } = await called(name);
      if (from !== "user") throw refusal(file, "comes_with_kestrel");
      await putAside(file, aside);
      return file;
    },
    restore: async (name) => bringBack(among(await shelved(aside, "user"), name).file, folder),
  };
}

function among(all: readonly ShelvedLoadout[], wanted: string): ShelvedLoadout {
  const found = all.find(({ name }) => name === wanted);
  if (found) return found;
  const suggestion = closestKey(
    wanted,
    all.map(({ name }) => name),
  );
  throw refusal(wanted, "ENOENT", suggestion);
}

async function shelved(folder: string, from: ShelvedLoadout["from"]): Promise<ShelvedLoadout[]> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  return names
    .filter((name) => name.endsWith(writtenEnding) || isBuilt(name))
    .sort()
    .slice(0, mostListed)
    .map((file) => {
      const built = isBuilt(file);
      // A built loadout is listed next to its source.
      const name = basename(file, built ? builtEnding : writtenEnding) + (built ? "@built" : "");
      return { name, file: join(folder, file), from, built };
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(absent))?.isFile() === true;
}
