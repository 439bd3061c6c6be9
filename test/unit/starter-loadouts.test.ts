import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freezeLoadout, loadoutBill, loadoutExcess } from "../../packages/core/src/index.ts";
import { loadLoadout } from "../../packages/store/src/index.ts";
import { builtInTools } from "../../packages/tools/src/index.ts";

const folder = join(import.meta.dirname, "..", "..", "loadouts");
const nobody = {
  run: () => Promise.reject(new Error("nothing runs here")),
  put: () => Promise.resolve(""),
  get: () => Promise.resolve(undefined),
};
const tools = builtInTools({ commandRunner: nobody, blobs: nobody, spillFolder: "", workerProgram: "" }).map(
  ({ spec }) => spec,
);
const here = { tools, catalog: [] };

/** About so many tokens of every session; the words of a starter are kept within. */
const most: Record<string, number> = {
  coder: 900,
  reviewer: 620,
  "writer-zh": 760,
  "file-keeper": 780,
};

describe("the loadouts that come with Kestrel", () => {
  it("are the four that are counted here", () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(most)
        .map((name) => `${name}.toml`)
        .sort(),
    );
  });

  it.each(Object.entries(most))(
    "%s is within ~%d tokens and every budget, and names only what there is",
    async (name, limit) => {
      const loadout = await loadLoadout(join(folder, `${name}.toml`));
      expect(loadout).toMatchObject({ name, notices: [], imported: false });
      expect(loadout.source.metadata.description).not.toBe("");
      const { frozen, problems } = freezeLoadout(loadout.source, here);
      expect(problems).toEqual([]);
      const bill = await loadoutBill(frozen, undefined, 8_192);
      expect(loadoutExcess(bill)).toBeUndefined();
      expect(bill.total).toBeLessThanOrEqual(limit);
      expect(bill.total).toBeGreaterThan(limit - 200);
    },
  );
});
