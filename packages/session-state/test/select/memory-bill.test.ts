import type { ModelOnDisk } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { memoryBill } from "../../src/select/window-choice.ts";

const model = (path: string, memory?: ModelOnDisk["memory"]): ModelOnDisk => ({
  ...{ id: "m", name: path, path, place: "configured", bytes: 1, parts: 1 },
  ...(memory && { memory }),
});
const memory = { window: 8192, weights: 1000, cache: 800, perThousand: 100 };

describe("the memory of a draft's models", () => {
  it("is that of the lead with its window and of each seat with its own", () => {
    const models = [model("/big", memory), model("/small", { ...memory, weights: 10 })];
    const lead = { path: "/big", window: 18_192 };
    expect(memoryBill({ model: lead, crew: { critic: { path: "/small" } } }, models)).toEqual({
      shares: [
        { seat: "lead", name: "/big", window: 18_192, bytes: 1000 + 800 + 1000 },
        { seat: "critic", name: "/small", window: 8192, bytes: 810 },
      ],
      total: 3610,
      whole: true,
    });
  });

  it("says where it could not be estimated, and is nothing without a model of its own", () => {
    expect(memoryBill({ model: { path: "/gone" } }, [])).toMatchObject({ total: 0, whole: false });
    expect(memoryBill({}, [])).toEqual({ shares: [], total: 0, whole: true });
  });
});
