import type { EventBody, SessionEvent } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { lastChange } from "../src/features/chat/take-back/what-leaves.ts";
import { changedFiles } from "../src/inspector/changed-files.ts";
import { logged, opening } from "./stage/story.ts";

const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(64));

/** A turn that changes one file. */
function changing(turnId: string, path: string, before: string | undefined, after: string): EventBody[] {
  return [
    { type: "turn.started", turnId, text: turnId },
    { type: "file.changed", turnId, callId: "c1", path, before, after, diff: turnId, added: 1, removed: 0 },
    { type: "turn.ended", turnId, reason: "done" },
  ];
}

function shown(...bodies: EventBody[]) {
  const events: SessionEvent[] = logged([opening, ...bodies]);
  const state = events.reduce(evolve, emptySession);
  return changedFiles(state, events).map(({ path, changes }) => [path, ...changes.map(({ diff }) => diff)]);
}

const putBack = (
  target: { turn: string } | { to: string },
  path: string,
  before: string | undefined,
  after?: string,
): EventBody => ({
  type: "files.restored",
  target,
  files: [{ path, action: "changed", before, after, diff: "", added: 0, removed: 1 }],
  refused: [],
});

describe("the files that a session changed", () => {
  it("stay in the list when their turn leaves the conversation: they are changed on the disk", () => {
    expect(
      shown(
        ...changing("t1", "one.txt", undefined, A as string),
        { type: "history.rewound", turn: "t1", why: "regenerated" },
        ...changing("t2", "two.txt", B, C as string),
      ),
    ).toEqual([
      ["one.txt", "t1"],
      ["two.txt", "t2"],
    ]);
  });

  it("leave it when they are what they were, by whatever way", () => {
    expect(
      shown(
        ...changing("t1", "one.txt", undefined, A as string),
        ...changing("t2", "two.txt", B, C as string),
        putBack({ turn: "t1" }, "one.txt", A),
        ...changing("t3", "two.txt", C, B as string),
      ),
    ).toEqual([]);
  });

  it("count a line that was changed twice once, here and in the dock that offers to undo", () => {
    const diffs = ["@@ -2 +2 @@\n-old\n+one\n", "@@ -2 +2 @@\n-one\n+two\n"];
    const events = logged([
      opening,
      { type: "turn.started", turnId: "t1", text: "go" },
      { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "" },
      { type: "tool.requested", turnId: "t1", step: 1, callId: "c1", tool: "edit", arguments: "{}" },
      ...[A, B].map((before, at): EventBody => {
        const diff = diffs[at] ?? "";
        const after = at === 0 ? B : C;
        return {
          type: "file.changed",
          turnId: "t1",
          callId: "c1",
          path: "a",
          before,
          after,
          diff,
          added: 1,
          removed: 1,
        };
      }),
      { type: "turn.ended", turnId: "t1", reason: "done" },
    ]);
    const state = events.reduce(evolve, emptySession);
    expect(changedFiles(state, events)).toMatchObject([{ lines: { added: 1, removed: 1 } }]);
    expect(lastChange(state)).toMatchObject({ files: 1, added: 1, removed: 1 });
  });

  it("show no change that was taken back, and those that stand", () => {
    expect(
      shown(
        ...changing("t1", "one.txt", A, B as string),
        ...changing("t2", "one.txt", B, C as string),
        putBack({ turn: "t2" }, "one.txt", C, B),
      ),
    ).toEqual([["one.txt", "t1"]]);
  });
});
