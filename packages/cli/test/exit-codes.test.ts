import { errorFacts } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { exitCodeOf, exitCodeOfTurn } from "../src/exit-codes.ts";

describe("what a shell learns", () => {
  it.each([
    ["done", undefined, "nothing", 0],
    ["done", undefined, "everything", 5],
    ["cancelled", undefined, "nothing", 130],
    ["cancelled", undefined, "everything", 130],
    ["failed", undefined, "nothing", 1],
    ["failed", "internal", "nothing", 1],
    ["failed", "unreachable", "nothing", 4],
    ["failed", "model_file_invalid", "nothing", 4],
    ["failed", "context_overflow", "nothing", 6],
    ["failed", "log_unwritable", "nothing", 1],
    ["max_steps", undefined, "nothing", 6],
    ["max_steps", undefined, "something", 6],
    ["max_steps", undefined, "everything", 5],
    ["done", undefined, "something", 5],
    ["context_full", undefined, "nothing", 6],
    ["length", undefined, "nothing", 6],
    ["reasoning_budget", undefined, "nothing", 6],
    ["empty_reply", undefined, "nothing", 1],
    ["interrupted", undefined, "nothing", 1],
    ["doom_loop", undefined, "nothing", 1],
    ["doom_loop", undefined, "everything", 5],
    ["same_error", undefined, "nothing", 1],
    ["repetition", undefined, "nothing", 1],
  ] as const)("of a turn that ended %s (%s), denied: %s, is %i", (reason, failure, denied, code) => {
    expect(exitCodeOfTurn(reason, failure, denied)).toBe(code);
  });

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
