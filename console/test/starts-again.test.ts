import { expect, it } from "vitest";
import { startsAgain } from "../src/features/engine/starts-again.ts";

it("is offered where it may help, and not where the file is gone or nothing is there to start", () => {
  const failed = (
    code: "engine_died" | "model_file_invalid" | "engine_not_found",
    reason = "",
    source?: "self",
  ) => ({
    state: "failed" as const,
    ...(source && { source }),
    failure: { code, params: { reason } },
  });
  expect(startsAgain(failed("engine_died", "", "self"))).toBe(true);
  expect(startsAgain(failed("model_file_invalid", "truncated", "self"))).toBe(true);
  expect(startsAgain(failed("model_file_invalid", "not_found", "self"))).toBe(false);
  // The model of the last start, whose file was moved: nothing stands there that could be started.
  expect(startsAgain(failed("model_file_invalid", "truncated"))).toBe(false);
  expect(startsAgain(failed("engine_not_found"))).toBe(false);
  expect(startsAgain({ state: "stopped" })).toBe(true);
});
