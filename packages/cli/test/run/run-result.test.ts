import type { EventBody } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { resultOf } from "../../src/run/run-result.ts";

it("names each file that was changed once, with the lines that are another in the end", () => {
  const turnId = "t1";
  const edits = ["-old\n+one\n", "-one\n+two\n"].map((lines, at): EventBody => {
    const diff = `@@ -2 +2 @@\n${lines}`;
    const [before, after] = [String(at), String(at + 1)];
    return {
      type: "file.changed",
      turnId,
      callId: "c1",
      path: "a",
      before,
      after,
      diff,
      added: 1,
      removed: 1,
    };
  });
  const bodies: EventBody[] = [
    { type: "turn.started", turnId, text: "go" },
    { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
    { type: "tool.requested", turnId, step: 1, callId: "c1", tool: "edit", arguments: "{}" },
    ...edits,
    { type: "turn.ended", turnId, reason: "done" },
  ];
  const state = bodies.reduce(
    (before, body, at) => evolve(before, { v: 1, seq: at + 1, at: "2026-11-20T00:00:00Z", body }),
    emptySession,
  );
  expect(resultOf("s00000001" as never, turnId, state).files).toEqual([{ path: "a", added: 1, removed: 1 }]);
});
