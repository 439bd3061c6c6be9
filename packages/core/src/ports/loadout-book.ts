import type { CatalogLine, Mode, ToolSpec } from "@kestrel/protocol";
import type {
  FrozenLoadout,
  LeavingPlace,
  ListedLoadout,
  LoadoutDraft,
  LoadoutProblem,
  LoadoutStamp,
} from "@kestrel/protocol/api";

/** The parts of a new session that a loadout sets. */
export type OpeningLoadout = Pick<LoadoutStamp, "name" | "digest"> &
  Pick<FrozenLoadout, "system" | "tools" | "catalog" | "permission" | "crew">;

/** A loadout's frozen content, and its unresolved names. */
export type DigestedLoadout = { digest: string; frozen: FrozenLoadout; problems: LoadoutProblem[] };

/** An installed loadout, resolved; not counted yet. */
export type FoundLoadout = Omit<ListedLoadout, "checked"> & { found?: DigestedLoadout };

/** The user's loadouts, and the current one. Read anew each time. */
export interface LoadoutBook {
  /** The folder of the user's loadouts. */
  readonly folder: string;
  list(): Promise<readonly FoundLoadout[]>;
  /** The loadout of new sessions; undefined without one. */
  inForce(): Promise<FoundLoadout | undefined>;
  /**
   * An installed loadout by its name. Rejects with `loadout_invalid` for an invalid file, and with `loadout_unavailable` when it is
   * missing.
   */
  named(name: string): Promise<DigestedLoadout>;
  /** Everything that a draft can name here. */
  choices(): Promise<{ tools: readonly ToolSpec[]; lines: readonly CatalogLine[] }>;
  /** A resolved draft; writes nothing. Rejects with `loadout_invalid`. */
  draft(draft: LoadoutDraft): Promise<DigestedLoadout>;
  /**
   * Writes a new file of the user's; resolves to its path. Rejects with `loadout_invalid`; with `loadout_unavailable` when the name
   * exists.
   */
  save(draft: LoadoutDraft): Promise<string>;
  /** The text and path of a listed loadout, also of an invalid one. Rejects with `loadout_unavailable`. */
  text(name: string): Promise<{ file: string; text: string }>;
  /**
   * Moves one of the user's to the trash, and resolves to its former path; the newest of each name is kept. Rejects with
   * `loadout_unavailable`, also when the next start would use it.
   */
  remove(name: string): Promise<string>;
  /** Restores it and resolves to its path. Rejects with `loadout_unavailable`. */
  restore(name: string): Promise<string>;
  /**
   * Endpoints that the user accepted for loadouts from elsewhere. Rejects with `config_invalid` when they cannot be read: then none is
   * accepted.
   */
  accepted(): Promise<readonly LeavingPlace[]>;
  /** Revokes the acceptance of an address. `stillNamedBy`: the names of installed loadouts that use it as well. */
  forgetPlace(url: string): Promise<{ forgotten: LeavingPlace[]; stillNamedBy: string[] }>;
  /**
   * The settings of a new session: of the named loadout, or the current one; undefined without either. `mode` is the user's, or a stricter
   * one. Rejects as `named` does.
   */
  opening(name: string | undefined, mode: Mode): Promise<{ loadout: OpeningLoadout; mode: Mode } | undefined>;
}
