import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { toldLines } from "../../src/session-lines/told-lines.ts";

const covered = { type: "command.covered" as const, turnId: "t1", callId: "c1" };

it("what a command did is told by name, and what is not known of it with the reason", async () => {
  const say = await speaker("en");
  const files = ["a", "b\u202e", "c", "d", "e", "f"].map((path) => ({ path }));
  expect(toldLines({ ...covered, files }, say)).toEqual([
    "The command changed 6 files. Undo covers them. a, b⟨U+202E⟩, c, d, e …",
  ]);
  expect(toldLines({ ...covered, files: [], missed: 2 }, say)).toEqual([
    "Not covered, too large or not readable: 2.",
  ]);
  expect(toldLines({ ...covered, files: [], uncovered: "too_many" }, say)).toEqual([
    "Undo does not cover this command: there are too many files.",
  ]);
  expect(toldLines({ ...covered, files: [] }, say)).toEqual([]);
  expect(toldLines({ type: "snapshots.set", on: true }, say)).toEqual([
    "A snapshot is taken before each command from now on. Undo covers what commands do to files.",
  ]);
});
