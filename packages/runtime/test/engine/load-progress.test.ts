import { describe, expect, it } from "vitest";
import { readLoadProgress } from "../../src/engine/load-progress.ts";

const state = (value: object) => `cmd_child_to_router:state:${JSON.stringify(value)}`;

describe("the progress of a load", () => {
  it("is a share of all its stages", () => {
    const stages = ["text_model", "mmproj"];
    const share = (current: string, value: number) =>
      readLoadProgress(state({ state: "loading", payload: { stages, current, value } }));
    expect(share("text_model", 0.5)).toEqual({ state: "loading", share: 0.25 });
    expect(share("mmproj", 0.5)).toEqual({ state: "loading", share: 0.75 });
    expect(share("mmproj", 7)).toEqual({ state: "loading", share: 1 });
  });

  it("ends with ready, and is not found in other lines", () => {
    expect(readLoadProgress(state({ state: "ready", payload: { id: "x" } }))).toEqual({ state: "ready" });
    expect(readLoadProgress("I srv load_model: loading model")).toBeUndefined();
  });

  it("survives a line that was cut", () => {
    expect(readLoadProgress('cmd_child_to_router:state:{"state":"loa')).toEqual({
      state: "loading",
      share: 0,
    });
  });
});
