import { join, resolve } from "node:path";
import {
  type CapabilityCatalog,
  closesCatalog,
  type FoundLoadout,
  freezeLoadout,
  KestrelError,
  type LoadoutBook,
  type LookedUpLoadout,
  type Tool,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import {
  type Config,
  type DataPaths,
  digestOfLoadout,
  draftLoadout,
  type Loadout,
  type LoadoutShelf,
  loadLoadout,
  loadoutOfNextStart,
  loadoutPlaces,
  loadoutShelf,
  missingFiles,
  modeUnder,
  unsetVariables,
  writeNew,
} from "@kestrel/store";
import { programFiles } from "../machine/program-files.ts";

type Ground = { tools: readonly Tool[]; catalog: CapabilityCatalog };

/** Loadouts, and what looks up what they name. */
export type LoadoutsHere = LoadoutBook & {
  shelf: LoadoutShelf;
  /** As it was built, or looked up now. */
  lookUp(loadout: Pick<Loadout, "source" | "built">): Promise<LookedUpLoadout>;
};

/** The user's loadouts and the built-in ones, checked against this machine. Starts no server. */
export function composeLoadouts(
  { loadout: inForce, settings }: Config,
  { config, configFile }: Pick<DataPaths, "config" | "configFile">,
  { tools, catalog }: Ground,
): LoadoutsHere {
  const shelf = loadoutShelf(config, programFiles().loadouts);
  const places = loadoutPlaces(config, shelf);
  const specs = tools.map(({ spec }) => spec);
  /** Asks every source: skills are read for it, servers' reviews. */
  const allLines = async () =>
    (
      await Promise.all(
        catalog.sources.map(
          async (one) => (await one.lines("").catch(passOver("listing the catalog"))) ?? [],
        ),
      )
    ).flat();
  const lookedUp = async ({ source, built }: Pick<Loadout, "source" | "built">, lines: typeof allLines) => {
    const { frozen, problems } = built
      ? { frozen: built.frozen, problems: [] }
      : freezeLoadout(source, { tools: specs, catalog: closesCatalog(source) ? await lines() : [] });
    const unset = unsetVariables(frozen, process.env);
    return { frozen, problems: [...problems, ...(await missingFiles(frozen)), ...unset] };
  };
  const lookUp: LoadoutsHere["lookUp"] = (loadout) => lookedUp(loadout, allLines);
  const found = async (
    one: Omit<FoundLoadout, "imported">,
    lines: typeof allLines,
  ): Promise<FoundLoadout> => {
    try {
      const loadout = await loadLoadout(one.file);
      const looked = await lookedUp(loadout, lines);
      const digest = digestOfLoadout(looked.frozen);
      return { ...one, imported: loadout.imported, found: { digest, ...looked } };
    } catch (error) {
      if (!(error instanceof KestrelError)) throw error;
      return { ...one, imported: false, failure: { code: error.code, params: error.params } };
    }
  };
  const ofThisStart = inForce && {
    ...{ name: inForce.name, file: inForce.file, built: inForce.built !== undefined },
    ...{ from: "user" as const, inForce: true },
  };
  /** The one of this start may lie elsewhere; the shelf's own of that name go before it. */
  const called = async (name: string): Promise<Loadout> => {
    const file = await shelf.named(name).catch((error: unknown) => {
      if (inForce?.name === name) return undefined;
      throw error;
    });
    return file === undefined && inForce ? inForce : loadLoadout(file ?? name);
  };
  const isChosen = settings.some(({ key, origin }) => key === "permission.mode" && isOfThisRun(origin));
  return {
    folder: shelf.folder,
    shelf,
    lookUp,
    list: async () => {
      const shelved = await shelf.list();
      const all = shelved.map((one) => ({ ...one, inForce: one.file === inForce?.file }));
      const elsewhere = ofThisStart && !all.some((one) => one.inForce) ? [ofThisStart] : [];
      let asked: ReturnType<typeof allLines> | undefined;
      const once = () => {
        asked ??= allLines();
        return asked;
      };
      return Promise.all([...elsewhere, ...all].map((one) => found(one, once)));
    },
    inForce: async () => ofThisStart && found(ofThisStart, allLines),
    named: async (name) => {
      const looked = await lookUp(await called(name));
      return { digest: digestOfLoadout(looked.frozen), ...looked };
    },
    choices: async () => ({ tools: specs, lines: await allLines() }),
    draft: async (draft) => {
      const looked = await lookUp(draftLoadout(draft));
      return { digest: digestOfLoadout(looked.frozen), ...looked };
    },
    save: async (draft) => {
      const file = join(shelf.folder, `${draft.name}.toml`);
      await writeNew(file, draftLoadout(draft).text);
      return file;
    },
    text: shelf.text,
    remove: async (name) => {
      const file = await shelf.named(name);
      const next = await loadoutOfNextStart(configFile);
      if (next !== undefined && (next === name || resolve(next) === file))
        throw new KestrelError("loadout_unavailable", `${file} is in force`, { file, reason: "in_force" });
      return shelf.remove(name);
    },
    restore: shelf.restore,
    accepted: places.accepted,
    forgetPlace: places.forget,
    opening: async (name, mode) => {
      const loadout = name === undefined ? inForce : await called(name);
      if (!loadout) return undefined;
      const { frozen } = await lookUp(loadout);
      const { system, tools: chosen, catalog: lines, permission, crew } = frozen;
      const opening = { system, tools: chosen, catalog: lines, permission, crew };
      return {
        loadout: { name: loadout.name, digest: digestOfLoadout(frozen), ...opening },
        mode: isChosen ? mode : modeUnder(loadout, mode),
      };
    },
  };
}

/** Settings for this very run override a loadout. */
function isOfThisRun(origin: Config["settings"][number]["origin"]): boolean {
  return origin === "flag" || origin === "environment";
}
