import { type ErrorCode, errorFacts, type TurnEndReason } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { exitCodeOf, exitCodeOfTurn } from "../src/exit-codes.ts";

describe("what a shell learns", () => {
  const ends: Partial<Record<TurnEndReason, number>> = {
    done: 0,
    failed: 1,
    empty_reply: 1,
    interrupted: 1,
    doom_loop: 1,
    same_error: 1,
    repetition: 1,
    max_steps: 6,
    context_full: 6,
    length: 6,
    reasoning_budget: 6,
    unfinished: 7,
    cancelled: 130,
  };
  it.each(Object.entries(ends))("of a turn that ended %s is %i", (reason, code) => {
    expect(exitCodeOfTurn(reason as TurnEndReason, undefined, "nothing")).toBe(code);
  });

  it.each([
    ["done", "something", 5],
    ["done", "everything", 5],
    ["max_steps", "something", 6],
    ["max_steps", "everything", 5],
    ["doom_loop", "everything", 5],
    ["cancelled", "everything", 130],
  ] as const)("of a turn that ended %s, with %s denied, is %i", (reason, denied, code) => {
    expect(exitCodeOfTurn(reason, undefined, denied)).toBe(code);
  });

  const failures: Partial<Record<ErrorCode, number>> = {
    internal: 1,
    log_unwritable: 1,
    unreachable: 4,
    model_file_invalid: 4,
    context_overflow: 6,
  };
  it.each(Object.entries(failures))("of a turn that failed with %s is %i", (failure, code) => {
    expect(exitCodeOfTurn("failed", failure as ErrorCode, "nothing")).toBe(code);
  });

  it.each([
    [
      3,
      [
        "config_invalid",
        "loadout_invalid",
        "loadout_unavailable",
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
