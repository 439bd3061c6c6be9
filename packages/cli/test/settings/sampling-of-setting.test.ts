import { describe, expect, it } from "vitest";
import { samplingOf } from "../../src/settings/sampling-of-setting.ts";

describe("the settings of sampling", () => {
  it("are the field's own names, and only what somebody said", () => {
    expect(samplingOf({ "model.temperature": 0, "model.top_k": 20, "model.seed": undefined })).toEqual({
      temperature: 0,
      top_k: 20,
    });
    expect(samplingOf({})).toEqual({});
  });
});
