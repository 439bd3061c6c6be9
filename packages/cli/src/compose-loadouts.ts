import {
  type CapabilityCatalog,
  type FoundLoadout,
  freezeLoadout,
  KestrelError,
  type LoadoutBook,
  type LookedUpLoadout,
  type Tool,
} from "@kestrel/core";
import {
  type Config,
  type DataPaths,
  digestOfLoadout,
  type Loadout,
  type LoadoutShelf,
  loadLoadout,
  loadoutShelf,
  modeUnder,
} from "@kestrel/store";
import { programFiles } from "./machine/program-files.ts";

type Ground = { tools: readonly Tool[]; catalog: CapabilityCatalog };

/** Loadouts, and what looks up what they name. */
export type LoadoutsHere = LoadoutBook & {
  shelf: LoadoutShelf;
  /** As it was built, or looked up now. */
  lookUp(loadout: Loadout): Promise<LookedUpLoadout>;
};

/** The user's loadouts and ours, over what this machine has. No server is started for any of it. */
export function composeLoadouts(
  { loadout: inForce, settings }: Config,
  { config }: Pick<DataPaths, "config">,
  { tools, catalog }: Ground,
): LoadoutsHere {
  const shelf = loadoutShelf(config, programFiles().loadouts);
  const lookUp: LoadoutsHere["lookUp"] = async ({ source, built }) => {
    if (built) return { frozen: built.frozen, problems: [] };
    const lines = await Promise.all(catalog.sources.map((one) => one.lines("").catch(() => [])));
    return freezeLoadout(source, { tools: tools.map(({ spec }) => spec), catalog: lines.flat() });
  };
  const found = async (one: Omit<FoundLoadout, "imported">): Promise<FoundLoadout> => {
    try {
      const loadout = await loadLoadout(one.file);
      const looked = await lookUp(loadout);
      const digest = digestOfLoadout(looked.frozen);
      return { ...one, imported: loadout.imported, found: { digest, ...looked } };
    } catch (error) {
      if (!(error instanceof KestrelError)) throw error;
      return { ...one, imported: false, failure: { code: error.code, params: error.params } };
    }
  };
  const isChosen = settings.some(({ key, origin }) => key === "permission.mode" && isOfThisRun(origin));
  return {
    folder: shelf.folder,
    shelf,
    lookUp,
    list: async () => {
      const shelved = await shelf.list();
      const all = shelved.map((one) => ({ ...one, inForce: one.file === inForce?.file }));
      const elsewhere = inForce && !all.some((one) => one.inForce) ? inForce : undefined;
      const more = elsewhere && {
        ...{ name: elsewhere.name, file: elsewhere.file, built: elsewhere.built !== undefined },
        ...{ from: "user" as const, inForce: true },
      };
      return Promise.all([...(more ? [more] : []), ...all].map(found));
    },
    opening: async (name, mode) => {
      const loadout = name === undefined ? inForce : await loadLoadout(await shelf.named(name));
      if (!loadout) return undefined;
      const { frozen } = await lookUp(loadout);
      const { system, tools: specs, catalog: lines, permission } = frozen;
      const opening = { system, tools: specs, catalog: lines, permission };
      return {
        loadout: { name: loadout.name, digest: digestOfLoadout(frozen), ...opening },
        mode: isChosen ? mode : modeUnder(loadout, mode),
      };
    },
  };
}

/** What a person says for this very run is stronger than a loadout. */
function isOfThisRun(origin: Config["settings"][number]["origin"]): boolean {
  return origin === "flag" || origin === "environment";
}
