import { findEngine } from "@kestrel/runtime";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined)("the engine on hand", () => {
  it("answers when it is asked who it is", async () => {
    const engine = await findEngine({ configuredPath: testEngine, environment: {} });
    expect(engine).toMatchObject({ path: testEngine, origin: "configured" });
    expect(engine?.version).not.toBe("");
  });
});
