import { describe, expect, it } from "vitest";
import { forkTitle } from "../src/sessions/fork-session.ts";

describe("the title of a fork", () => {
  it.each([
    ["Fix add()", ["Fix add()"], "Fix add() (2)"],
    ["Fix add()", ["Fix add()", "Fix add() (2)"], "Fix add() (3)"],
    ["Fix add() (2)", ["Fix add()", "Fix add() (2)"], "Fix add() (3)"],
    ["", [""], ""],
  ])("of “%s” is one that no session has", (title, taken, wanted) => {
    expect(forkTitle(title, taken)).toBe(wanted);
  });
});
