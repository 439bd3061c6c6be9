import type { CatalogLine, ToolSpec } from "@kestrel/protocol";
import type { LoadoutDraft } from "@kestrel/protocol/api";
import { KestrelError } from "../src/errors.ts";
import { freezeLoadout } from "../src/loadout/freeze-loadout.ts";
import type { DigestedLoadout, LoadoutBook } from "../src/ports/loadout-book.ts";

type Ground = { tools: readonly ToolSpec[]; lines: readonly CatalogLine[] };

/** Loadouts that live as long as the test; a digest is the name. */
export function memoryLoadouts(ground: Ground = { tools: [], lines: [] }): LoadoutBook {
  const kept = new Map<string, DigestedLoadout>();
  const aside = new Map<string, DigestedLoadout>();
  const moved = (name: string, from: typeof kept, to: typeof kept) => {
    const found = from.get(name);
    if (!found) throw new KestrelError("loadout_unavailable", "not here", { file: name, reason: "ENOENT" });
    from.delete(name);
    to.set(name, found);
    return `/loadouts/${name}.toml`;
  };
  const lookUp = ({ name, description, mode, model, crew: _, ...draft }: LoadoutDraft): DigestedLoadout => {
    const source = {
      ...draft,
      metadata: { name, description },
      ...(model && { model }),
      ...{ engine: [], adapter: [], crew: {} },
      permission: { mode, ask: [], deny: [] },
    };
    return { digest: name, ...freezeLoadout(source, { tools: ground.tools, catalog: ground.lines }) };
  };
  const named = async (name: string) => {
    const found = kept.get(name);
    if (!found) throw new KestrelError("loadout_unavailable", "not here", { file: name, reason: "ENOENT" });
    return found;
  };
  return {
    folder: "/loadouts",
    list: async () =>
      [...kept].map(([name, found]) => ({
        ...({ name, file: `/loadouts/${name}.toml`, from: "user", built: false, inForce: false } as const),
        ...{ imported: false, found },
      })),
    inForce: async () => undefined,
    named,
    choices: async () => ground,
    draft: async (draft) => lookUp(draft),
    save: async (draft) => {
      const file = `/loadouts/${draft.name}.toml`;
      if (kept.has(draft.name))
        throw new KestrelError("loadout_unavailable", "is there", { file, reason: "EEXIST" });
      kept.set(draft.name, lookUp(draft));
      return file;
    },
    text: async (name) => ({ file: `/loadouts/${name}.toml`, text: (await named(name)).frozen.system }),
    remove: async (name) => moved(name, kept, aside),
    restore: async (name) => moved(name, aside, kept),
    accepted: async () => [],
    forgetPlace: async () => ({ forgotten: [], stillNamedBy: [] }),
    opening: async (name, mode) => {
      if (name === undefined) return undefined;
      const { digest, frozen } = await named(name);
      return { loadout: { ...frozen, name, digest }, mode };
    },
  };
}
