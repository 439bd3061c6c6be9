import type { CatalogLine, Mode, ToolSpec } from "@kestrel/protocol";
import type {
  FrozenLoadout,
  LeavingPlace,
  ListedLoadout,
  LoadoutDraft,
  LoadoutProblem,
  LoadoutStamp,
} from "@kestrel/protocol/api";

/** What a loadout fixes of a session that begins with it. */
export type OpeningLoadout = Pick<LoadoutStamp, "name" | "digest"> &
  Pick<FrozenLoadout, "system" | "tools" | "catalog" | "permission" | "crew">;

/** A loadout's frozen content, and its unresolved names. */
export type DigestedLoadout = { digest: string; frozen: FrozenLoadout; problems: LoadoutProblem[] };

/** A loadout of the shelf, looked up; not counted yet. */
export type FoundLoadout = Omit<ListedLoadout, "checked"> & { found?: DigestedLoadout };

/** The user's loadouts, and the one in force. Read anew each time. */
export interface LoadoutBook {
  /** Where the user's lie. */
  readonly folder: string;
  list(): Promise<readonly FoundLoadout[]>;
  /** The loadout of new sessions; undefined without one. */
  inForce(): Promise<FoundLoadout | undefined>;
  /** One of the shelf by its name. Rejects with `loadout_invalid` where its file is wrong, and with `loadout_unavailable` where there is none. */
  named(name: string): Promise<DigestedLoadout>;
  /** What a draft can name here. */
  choices(): Promise<{ tools: readonly ToolSpec[]; lines: readonly CatalogLine[] }>;
  /** A draft looked up; nothing is written. Rejects with `loadout_invalid`. */
  draft(draft: LoadoutDraft): Promise<DigestedLoadout>;
  /**
   * Writes a new file of the user's; resolves to its path. Rejects with `loadout_invalid`; with `loadout_unavailable` when the name
   * exists.
   */
  save(draft: LoadoutDraft): Promise<string>;
  /** The text and path of a listed loadout, also of an invalid one. Rejects with `loadout_unavailable`. */
  text(name: string): Promise<{ file: string; text: string }>;
  /**
   * Puts one of the user's aside, and resolves where it lay; of one name the newest is kept. Rejects with `loadout_unavailable`, also
   * where the next start would begin with it.
   */
  remove(name: string): Promise<string>;
  /** Restores it and resolves to its path. Rejects with `loadout_unavailable`. */
  restore(name: string): Promise<string>;
  /** Where something may go by the person's yes to a loadout from elsewhere. Rejects with `config_invalid` where that cannot be read: then no yes holds. */
  accepted(): Promise<readonly LeavingPlace[]>;
  /** Takes every yes to an address back. `stillNamedBy`: the loadouts of the shelf that name it as well, by their names. */
  forgetPlace(url: string): Promise<{ forgotten: LeavingPlace[]; stillNamedBy: string[] }>;
  /**
   * What a session begins with: the loadout of that name, or the one in force; undefined without either. `mode` is the person's,
   * or a stricter one. Rejects as `named` does.
   */
  opening(name: string | undefined, mode: Mode): Promise<{ loadout: OpeningLoadout; mode: Mode } | undefined>;
}
