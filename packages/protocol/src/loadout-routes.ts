import { z } from "zod";
import { Failure } from "./error-code.ts";
import { LeavingPlace } from "./leaving-place.ts";
import { CheckedLoadout, FrozenLoadout, ListedLoadout, LoadoutBill } from "./loadout.ts";
import { LoadoutChoices, LoadoutDifference, LoadoutDraft } from "./loadout-draft.ts";
import { askRoute, getRoute, postRoute } from "./route.ts";

const Draft = z.strictObject({ draft: LoadoutDraft });
const shelfName = z.string().min(1).max(200);
const Named = z.strictObject({ name: shelfName });
const Where = z.object({ file: z.string() });

export const loadoutRoutes = {
  /** The user's and the built-in loadouts, each resolved and counted with the model in use. */
  listLoadouts: getRoute(
    "/api/v1/loadouts",
    // `accepted`: where something may go by a yes to a loadout from elsewhere; `unreadable`: why that is not known, and no yes holds.
    z.object({
      ...{ loadouts: z.array(ListedLoadout), folder: z.string() },
      ...{ accepted: z.array(LeavingPlace), unreadable: Failure.optional() },
    }),
  ),
  /** Counts with the tokenizer of the model in use; it is not started for this. */
  billLoadout: postRoute(
    "/api/v1/loadouts/bill",
    z.strictObject({ frozen: FrozenLoadout }),
    z.object({ bill: LoadoutBill }),
  ),
  /** What a draft may name on this machine. No server is started for it. */
  listLoadoutChoices: getRoute("/api/v1/loadouts/choices", LoadoutChoices),
  /** Looks a draft up and counts it; nothing is written. */
  checkLoadout: postRoute("/api/v1/loadouts/check", Draft, z.object({ checked: CheckedLoadout })),
  /** Writes a new file among the user's; never replaces one. Loads and runs nothing. */
  saveLoadout: postRoute("/api/v1/loadouts", Draft, z.object({ name: z.string(), file: z.string() })),
  /** The words of a file of the shelf, however broken. By its name, never by a path. */
  readLoadout: askRoute("/api/v1/loadouts/read", Named, z.object({ file: z.string(), text: z.string() })),
  /** Moves one of the user's loadouts to the trash. `restoreLoadout` restores it, until another one of its name is removed. `file`: its path. */
  removeLoadout: postRoute("/api/v1/loadouts/remove", Named, Where),
  restoreLoadout: postRoute("/api/v1/loadouts/restore", Named, Where),
  /** Revokes an accepted address. `stillNamedBy`: loadouts that name it too, and so still allow it. */
  forgetPlace: postRoute(
    "/api/v1/loadouts/places/forget",
    z.strictObject({ url: z.string().min(1).max(20_000) }),
    z.object({ forgotten: z.array(LeavingPlace), stillNamedBy: z.array(z.string()) }),
  ),
  /** What differs between two of the shelf. */
  compareLoadouts: askRoute(
    "/api/v1/loadouts/compare",
    z.strictObject({ before: shelfName, after: shelfName }),
    z.object({ differences: z.array(LoadoutDifference) }),
  ),
} as const;
