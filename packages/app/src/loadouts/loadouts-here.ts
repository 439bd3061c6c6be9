import { basename, dirname, join, resolve } from "node:path";
import { compareLoadouts, type FoundLoadout, KestrelError, loadoutBill, loadoutExcess } from "@kestrel/core";
import type { ErrorCode } from "@kestrel/protocol";
import type {
  FrozenLoadout,
  LoadoutBill,
  LoadoutDifference,
  LoadoutExcess,
  LoadoutProblem,
} from "@kestrel/protocol/api";
import type { LeavingSeat } from "@kestrel/session-state";
import {
  builtEnding,
  builtText,
  changeSetting,
  dataPaths,
  digestOfLoadout,
  exportLoadout,
  type ImportedLoadout,
  importLoadout,
  type LoadoutPast,
  type LoadoutPlaces,
  loadLoadout,
  loadoutText,
  prepareFolders,
  readBuiltLoadout,
  realPath,
  writeNew,
  writeSettled,
} from "@kestrel/store";
import { readSettings, type SettingFlags } from "../settings/read-settings.ts";
import { composeTools } from "../tools/compose-tools.ts";
import { composeLoadouts } from "./compose-loadouts.ts";
import { placesOf } from "./compose-places.ts";

export type { FoundLoadout, ImportedLoadout };

/** A loadout that was read and looked up. */
export type ReadLoadout = {
  /** As the shelf calls it. */
  name: string;
  file: string;
  /** The file's text when it was read: the user's consent refers to it. */
  text: string;
  /** Whether it is among the user's loadouts or the built-in ones. */
  isTheirs: boolean;
  /** Whose it is; a file at a path that is not on the shelf is the user's. */
  from: FoundLoadout["from"];
  /** The seats that would send data to an endpoint that the user has not accepted. */
  unaccepted: readonly LeavingSeat[];
  frozen: FrozenLoadout;
  digest: string;
  problems: readonly LoadoutProblem[];
  /** What a build of it follows. */
  past: LoadoutPast;
  /** For others: nothing of this machine is in it. */
  exported(): Promise<string>;
};

/** Loadouts for a command, without a daemon: starts nothing, and only the methods that say so write. */
export type LoadoutsWithoutDaemon = {
  folder: string;
  /** Where words and keys may go. */
  places: LoadoutPlaces;
  list(): Promise<readonly FoundLoadout[]>;
  /** One of the shelf by its name, or the file at a path. Rejects with `loadout_invalid` and `loadout_unavailable`. */
  read(nameOrPath: string): Promise<ReadLoadout>;
  estimate(frozen: FrozenLoadout): Promise<LoadoutBill>;
  excess(bill: LoadoutBill): LoadoutExcess | undefined;
  compare(before: FrozenLoadout, after: FrozenLoadout): LoadoutDifference[];
  /** The path for the frozen file, links followed: among the user's loadouts unless another path is given. */
  target(loadout: ReadLoadout, out?: string): Promise<{ file: string; isTheirs: boolean }>;
  /** Writes the frozen file; resolves the digest it replaced. */
  build(loadout: ReadLoadout, file: string): Promise<{ file: string; before?: string }>;
  /** A new loadout with that text, or a copy of another one; a built one stays the same byte for byte. Resolves to its name. */
  begin(name: string, from: string | ReadLoadout): Promise<{ file: string; name: string }>;
  import(file: string): Promise<ImportedLoadout>;
  /** The words of one, by its name or path, however broken. Rejects with `loadout_unavailable`. */
  text(nameOrPath: string): Promise<{ file: string; text: string }>;
  /** One of the user's, put aside; resolves where it lay. Rejects with `loadout_unavailable`. */
  remove(name: string): Promise<string>;
  /** Restores it and resolves to its path. Rejects with `loadout_unavailable`. */
  restore(name: string): Promise<string>;
  /** Has the user's file name it, or none. */
  use(loadout: ReadLoadout | undefined): Promise<void>;
  close(): Promise<void>;
};

const ofLoadouts: ReadonlySet<ErrorCode> = new Set(["loadout_invalid", "loadout_unavailable"]);

/** A loadout in force that is broken or gone hides no other. */
export async function loadoutsHere(flags: SettingFlags): Promise<LoadoutsWithoutDaemon> {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  const config = await readSettings(flags, paths).catch((error: unknown) => {
    if (!(error instanceof KestrelError) || !ofLoadouts.has(error.code)) throw error;
    return readSettings(
      { ...flags, loadout: undefined },
      { ...paths, configFile: `${paths.configFile}.none` },
    );
  });
  const { tools, catalog, mcp } = composeTools(config, paths);
  const book = composeLoadouts(config, paths, { tools, catalog });
  const places = placesOf(paths);
  const { shelf, list, lookUp, remove, restore } = book;
  const read: LoadoutsWithoutDaemon["read"] = async (nameOrPath) => {
    const loadout = await loadLoadout(await shelf.find(nameOrPath));
    const { frozen, problems } = await lookUp(loadout);
    const { file, text, built, ancestry, imported } = loadout;
    const shelved = (await shelf.list()).find((one) => one.file === file);
    return {
      ...{
        name: basename(file)
          .replace(builtEnding, "")
          .replace(/\.toml$/, ""),
        file,
        text,
        isTheirs: await shelf.holds(file),
        from: shelved?.from ?? "user",
        unaccepted: await places.unaccepted(loadout),
        frozen,
        problems,
      },
      digest: digestOfLoadout(frozen),
      past: built ?? { ancestry, imported },
      exported: () => exportLoadout(loadout, frozen),
    };
  };
  return {
    folder: shelf.folder,
    places,
    list,
    read,
    estimate: (frozen) => loadoutBill(frozen, undefined, windowOf(frozen)),
    excess: loadoutExcess,
    compare: compareLoadouts,
    target: async ({ name }, out = join(shelf.folder, name + builtEnding)) => {
      const whole = resolve(out);
      const file = join(await realPath(dirname(whole)), basename(whole));
      return { file, isTheirs: await shelf.holds(file) };
    },
    build: async ({ frozen, digest, past }, file) => {
      const earlier = await readBuiltLoadout(file).then(
        (read) => read.built,
        () => undefined, // expected: there is none yet, or one of another make: it is written anew
      );
      await writeSettled(file, builtText(frozen, earlier ?? past));
      const isNew = earlier && earlier.digest !== digest;
      return { file, ...(isNew && { before: earlier.digest }) };
    },
    begin: async (name, from) => {
      const isBuilt = typeof from !== "string" && from.file.endsWith(builtEnding);
      const file = join(shelf.folder, `${name}${isBuilt ? builtEnding : ".toml"}`);
      await writeNew(file, typeof from === "string" ? from : from.text);
      return { file, name: isBuilt ? `${name}@built` : name };
    },
    text: async (nameOrPath) => {
      const file = await shelf.find(nameOrPath);
      return { file, text: await loadoutText(file) };
    },
    ...{ remove, restore },
    import: (file) => importLoadout(file, shelf.folder),
    use: (loadout) => changeSetting(paths.configFile, "loadout", loadout?.file),
    close: () => mcp.close(),
  };
}

function windowOf({ model }: FrozenLoadout): number | undefined {
  return typeof model?.window === "number" ? model.window : undefined;
}
