import { z } from "zod";
import { CheckedLoadout, FrozenLoadout, ListedLoadout, LoadoutBill } from "./loadout.ts";
import { LoadoutChoices, LoadoutDifference, LoadoutDraft } from "./loadout-draft.ts";

const Draft = z.strictObject({ draft: LoadoutDraft });
const shelfName = z.string().min(1).max(200);

export const loadoutRoutes = {
  /** The user's loadouts and those that come with Kestrel, each looked up and counted with the model in use. */
  listLoadouts: {
    method: "GET",
    path: "/api/v1/loadouts",
    public: false,
    body: undefined,
    answer: z.object({ loadouts: z.array(ListedLoadout), folder: z.string() }),
  },
  /** Counts with the tokenizer of the model in use; it is not started for this. */
  billLoadout: {
    method: "POST",
    path: "/api/v1/loadouts/bill",
    public: false,
    body: z.strictObject({ frozen: FrozenLoadout }),
    answer: z.object({ bill: LoadoutBill }),
  },
  /** What a draft may name on this machine. No server is started for it. */
  listLoadoutChoices: {
    method: "GET",
    path: "/api/v1/loadouts/choices",
    public: false,
    body: undefined,
    answer: LoadoutChoices,
  },
  /** Looks a draft up and counts it; nothing is written. */
  checkLoadout: {
    method: "POST",
    path: "/api/v1/loadouts/check",
    public: false,
    body: Draft,
    answer: z.object({ checked: CheckedLoadout }),
  },
  /** A new file among the user's, never in the place of one that is there. Nothing of it is loaded or run. */
  saveLoadout: {
    method: "POST",
    path: "/api/v1/loadouts",
    public: false,
    body: Draft,
    answer: z.object({ name: z.string(), file: z.string() }),
  },
  /** What differs between two of the shelf. */
  compareLoadouts: {
    method: "POST",
    path: "/api/v1/loadouts/compare",
    public: false,
    body: z.strictObject({ before: shelfName, after: shelfName }),
    answer: z.object({ differences: z.array(LoadoutDifference) }),
  },
} as const;
