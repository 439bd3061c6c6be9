import { errorFacts } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { exitCodeOf, exitCodeOfTurn } from "../src/exit-codes.ts";

describe("what a shell learns", () => {
  it.each([
    ["done", undefined, false, 0],
    ["done", undefined, true, 5],
    ["cancelled", undefined, false, 130],
    ["cancelled", undefined, true, 130],
    ["failed", undefined, false, 1],
    ["failed", "internal", false, 1],
    ["failed", "unreachable", false, 4],
    ["failed", "model_file_invalid", false, 4],
    ["failed", "context_overflow", false, 6],
    ["failed", "log_unwritable", false, 1],
    ["max_steps", undefined, false, 6],
    ["max_steps", undefined, true, 6],
    ["context_full", undefined, false, 6],
    ["length", undefined, false, 6],
    ["reasoning_budget", undefined, false, 6],
    ["empty_reply", undefined, false, 1],
    ["interrupted", undefined, false, 1],
    ["doom_loop", undefined, false, 1],
    ["doom_loop", undefined, true, 5],
    ["same_error", undefined, false, 1],
    ["repetition", undefined, false, 1],
  ] as const)(
    "of a turn that ended %s (%s), something denied: %s, is %i",
    (reason, failure, denied, code) => {
      expect(exitCodeOfTurn(reason, failure, denied)).toBe(code);
    },
  );

  it.each([
    [
      3,
      [
        "config_invalid",
        "loadout_invalid",
        "data_folder_unsafe",
        "daemon_running",
        "port_in_use",
        "window_too_small",
      ],
    ],
    [4, ["model_file_invalid", "engine_not_found", "engine_start_failed", "unreachable", "auth", "no_model"]],
  ] as const)("is %i where the user has to look there: %j", (code, failures) => {
    for (const failure of failures) expect(exitCodeOf(failure)).toBe(code);
  });

  it("of every failure is never success", () => {
    for (const code of Object.keys(errorFacts)) {
      expect(exitCodeOf(code as keyof typeof errorFacts)).toBeGreaterThan(0);
    }
  });
});
