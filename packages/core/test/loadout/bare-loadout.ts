import type { LoadoutSource } from "../../src/index.ts";

/** A loadout that has a name and says nothing. */
export const bareLoadout: LoadoutSource = {
  metadata: { name: "mine" },
  engine: [],
  adapter: [],
  permission: { ask: [], deny: [] },
  crew: {},
};
