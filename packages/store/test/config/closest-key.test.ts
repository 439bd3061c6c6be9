import { describe, expect, it } from "vitest";
import { closestKey } from "../../src/config/closest-key.ts";
import { settingKeys } from "../../src/index.ts";

describe("the key that was perhaps meant", () => {
  it.each([
    ["sever.port", "server.port"],
    ["port", "server.port"],
    ["model.gpulayers", "model.gpu_layers"],
    ["loadouts", "loadout"],
    ["permissions.mode", "permission.mode"],
  ])("%s is %s", (written, meant) => {
    expect(closestKey(written, settingKeys)).toBe(meant);
  });

  it("is nothing when no key is near", () => {
    expect(closestKey("telemetry.endpoint", settingKeys)).toBeUndefined();
  });
});
