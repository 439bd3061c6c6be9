import type { FrozenLoadout, ListedLoadout, LoadoutProblem, LoadoutStamp, Mode } from "@kestrel/protocol";

/** What a loadout fixes of a session that begins with it. */
export type OpeningLoadout = Pick<LoadoutStamp, "name" | "digest"> &
  Pick<FrozenLoadout, "system" | "tools" | "catalog" | "permission" | "crew">;

/** A loadout of the shelf, looked up; not counted yet. */
export type FoundLoadout = Omit<ListedLoadout, "checked"> & {
  found?: { digest: string; frozen: FrozenLoadout; problems: LoadoutProblem[] };
};

/** The user's loadouts, and the one in force. Read anew each time. */
export interface LoadoutBook {
  /** Where the user's lie. */
  readonly folder: string;
  list(): Promise<readonly FoundLoadout[]>;
  /** The one that new sessions begin with; undefined without one. */
  inForce(): Promise<FoundLoadout | undefined>;
  /**
   * What a session begins with: the loadout of that name, or the one in force; undefined without either. `mode` is the person's,
   * or a stricter one. Rejects with `loadout_invalid`.
   */
  opening(name: string | undefined, mode: Mode): Promise<{ loadout: OpeningLoadout; mode: Mode } | undefined>;
}
