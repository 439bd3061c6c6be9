import { DaemonRefusal } from "@kestrel/server/client";
import { expect, it } from "vitest";
import { CommandFailure, failureOf, hasOwnStack } from "../src/failure-of.ts";

const hasStack = (error: unknown) => hasOwnStack(error, failureOf(error).code);

it("the stack of a failure is shown where no log has it, not for one that the daemon reported", () => {
  expect(hasStack(new TypeError("broken"))).toBe(true);
  expect(hasStack(new CommandFailure("internal", {}))).toBe(true);
  expect(hasStack(new DaemonRefusal("internal", { report: "3f9a1c22" }, 500))).toBe(false);
  expect(hasStack(new DaemonRefusal("not_found", {}, 404))).toBe(false);
});
